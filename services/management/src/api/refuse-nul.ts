import type { RequestHandler } from 'express'
import { ApiError } from './api-error.ts'
import { refusal } from './refuse.ts'

/** The database takes no text with NUL or half a surrogate pair, so nothing has an id with one either. */
export const refuseNul: RequestHandler = ({ params, query, body }, _res, next) => {
  if (hasNul(params)) throw new ApiError('NOT_FOUND')
  for (const [path, part] of Object.entries({ query, body: body as unknown }))
    if (hasNul(part)) throw refusal([{ path, message: 'must hold no NUL' }])
  next()
}

/** Whether a text has one or the other, at any depth. */
function hasNul(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed()
  return typeof value === 'object' && value !== null && Object.entries(value).flat().some(hasNul)
}
