import express, { type Express, type RequestHandler } from 'express'
import helmet from 'helmet'
import { alsoUnder } from './older-prefix.ts'
import { requestId } from './request-id.ts'

export interface AppSettings {
  /** Express's "trust proxy" list; forwarded addresses are believed from nobody by default. */
  trustProxy?: string[]
  /** What the names of our headers begin with a second time, as `x-older` does; empty for nothing. */
  olderPrefix?: string
}

/** An Express application with what every listener shares: request ids and safe headers. Routes come after. */
export function createApp({ trustProxy = [], olderPrefix = '' }: AppSettings = {}): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.set('trust proxy', trustProxy.length > 0 ? trustProxy : false)
  app.set('query parser', 'simple')
  if (olderPrefix) app.use(alsoUnder(olderPrefix))
  app.use(requestId, helmet(), keepFromCaches)
  return app
}

/** A cache would give to one what is another's: our addresses are the same for all. Artefacts say otherwise of themselves. */
const keepFromCaches: RequestHandler = (_req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  next()
}
