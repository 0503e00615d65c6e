import type { Route } from '@render/http'
import type { GatewayContext } from '../context.ts'

/** The keys by which sites verify that requests are of this service. */
export function botDirectory({ botKeys }: Pick<GatewayContext, 'botKeys'>): Route {
  const json = JSON.stringify({ keys: botKeys })
  return {
    name: 'bot-directory',
    paths: ['/.well-known/http-message-signatures-directory'],
    handlers: {
      get: [
        (_req, res) => {
          res.setHeader('Cache-Control', 'public, max-age=3600')
          res.setHeader('Content-Type', 'application/http-message-signatures-directory+json')
          // What follows from text would be a charset, which this type does not have.
          res.end(json)
        },
      ],
    },
  }
}
