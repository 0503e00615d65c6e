import { validateHeaderName } from 'node:http'
import type { RequestHandler } from 'express'

const PREFIX = 'x-service-'

/**
 * Returns a function that renames one of our headers for clients of a service that used another prefix. It returns
 * undefined for other headers, and for all without a prefix.
 * @throws when header names cannot begin with the prefix.
 */
export function legacyNames(legacyPrefix: string): (name: string) => string | undefined {
  if (legacyPrefix === '') return () => undefined
  validateHeaderName(legacyPrefix)
  return (name) => (name.startsWith(PREFIX) ? `${legacyPrefix}-${name.slice(PREFIX.length)}` : undefined)
}

/** Sends all our headers under a second prefix too. */
export function alsoUnderPrefix(legacyPrefix: string): RequestHandler {
  const legacyName = legacyNames(legacyPrefix)
  return (_req, res, next) => {
    const setHeader = res.setHeader.bind(res)
    const removeHeader = res.removeHeader.bind(res)
    res.setHeader = (name, value) => {
      const second = legacyName(name)
      if (second !== undefined) setHeader(second, value)
      return setHeader(name, value)
    }
    res.removeHeader = (name) => {
      const second = legacyName(name)
      if (second !== undefined) removeHeader(second)
      removeHeader(name)
    }
    next()
  }
}
