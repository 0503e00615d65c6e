import type { RequestHandler } from 'express'
import { validateHeaderName } from 'node:http'

const OURS = 'x-service-'

/** Sends every header of ours under another prefix too, for clients made for a service that called them so. */
export function alsoUnder(prefix: string): RequestHandler {
  validateHeaderName(prefix)
  return (_req, res, next) => {
    const setHeader = res.setHeader.bind(res)
    res.setHeader = (name, value) => {
      if (name.startsWith(OURS)) setHeader(`${prefix}-${name.slice(OURS.length)}`, value)
      return setHeader(name, value)
    }
    next()
  }
}
