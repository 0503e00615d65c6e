import { randomUUIDv7 } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Gives every request an id, sent as `x-service-request-id` and kept in `res.locals.requestId`. */
export const requestId: RequestHandler = (_req, res, next) => {
  const id = randomUUIDv7()
  res.locals.requestId = id
  res.setHeader('x-service-request-id', id)
  next()
}
