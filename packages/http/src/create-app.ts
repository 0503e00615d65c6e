import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { randomUUIDv7 } from 'node:crypto'
import { alsoUnderPrefix } from './legacy-prefix.ts'

export interface AppSettings {
  /** Express's "trust proxy" list. Default: X-Forwarded-For is not trusted. */
  trustProxy?: string[]
  /** Second prefix, such as `x-older`, under which our headers are also sent; none when empty. */
  legacyPrefix?: string
}

/** Creates an Express application with request ids and security headers, to which routes are added. */
export function createApp({ trustProxy = [], legacyPrefix = '' }: AppSettings = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy.length > 0 ? trustProxy : false)
  app.set('query parser', 'simple')
  if (legacyPrefix) app.use(alsoUnderPrefix(legacyPrefix))
  if (trustProxy.length > 0) app.use(dropForwardedPorts)
  // Whether a host and all below it are reached by https alone is up to the proxy that has their certificates.
  app.use(requestId, helmet({ strictTransportSecurity: false }), forbidCaching)
  return app
}

/** Gives every request an id, sent as `x-service-request-id` and kept in `res.locals.requestId`. */
const requestId: RequestHandler = (_req, res, next) => {
  const id = randomUUIDv7()
  res.locals.requestId = id
  res.setHeader('x-service-request-id', id)
  next()
}

/** Forbids caching: the same URLs give different responses to different callers. Artefacts override it. */
const forbidCaching: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}

/** Removes ports from X-Forwarded-For, where some proxies add them: each connection would be a client of its own. */
const dropForwardedPorts: RequestHandler = (req, _res, next) => {
  const addresses = req.get('x-forwarded-for')?.split(',') ?? []
  const withoutPorts = addresses.map((address) =>
    address.trim().replace(/^([\d.]+):\d+$|^\[([^\]]*)\](?::\d+)?$/, '$1$2'),
  )
  if (addresses.length > 0) req.headers['x-forwarded-for'] = withoutPorts.join(', ')
  next()
}
