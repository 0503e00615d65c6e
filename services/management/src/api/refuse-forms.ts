import { isForm } from '@render/http'
import type { RequestHandler } from 'express'
import { ApiError } from './api-error.ts'

/** Any page could have a browser send one. */
export const refuseForms: RequestHandler = (req, _res, next) => {
  next(isForm(req) ? new ApiError('UNSUPPORTED_MEDIA_TYPE') : undefined)
}
