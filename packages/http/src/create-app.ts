import express, { type Express } from 'express'
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
  app.use(requestId, helmet())
  return app
}
