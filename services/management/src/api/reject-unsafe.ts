import { isForm } from '@render/http'
import type { RequestHandler } from 'express'
import { ApiError, invalidRequest } from './api-error.ts'

/** Rejects HTML forms: any web page could make a browser send one across sites. */
export const rejectForms: RequestHandler = (req, _res, next) => {
  next(isForm(req) ? new ApiError('UNSUPPORTED_MEDIA_TYPE') : undefined)
}

/** Rejects NUL and lone surrogates in the path, query and body: Postgres stores neither, so no id contains one. */
export const rejectNul: RequestHandler = ({ params, query, body }, _res, next) => {
  if (hasNul(params)) throw new ApiError('NOT_FOUND')
  for (const [path, part] of Object.entries({ query, body: body as unknown }))
    if (hasNul(part)) throw invalidRequest([{ path, message: 'must not contain NUL or a lone surrogate' }])
  next()
}

function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNul)
}
