import { validateHeaderName } from 'node:http'
import type { RequestHandler } from 'express'

const PREFIX = 'x-service-'

/** Sends all our headers under a second prefix too, for clients of a service that used that one. */
export function alsoUnderPrefix(legacyPrefix: string): RequestHandler {
  validateHeaderName(legacyPrefix)
  return (_req, res, next) => {
    const setHeader = res.setHeader.bind(res)
    res.setHeader = (name, value) => {
      if (name.startsWith(PREFIX)) setHeader(`${legacyPrefix}-${name.slice(PREFIX.length)}`, value)
      return setHeader(name, value)
    }
    next()
  }
}
