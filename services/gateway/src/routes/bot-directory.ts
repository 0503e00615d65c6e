import type { Endpoint } from './endpoint.ts'

const MEDIA_TYPE = 'application/http-message-signatures-directory+json'

/** Serves the public keys with which sites verify that requests come from this service. */
export const getBotDirectory: Endpoint = {
  id: 'getBotDirectory',
  method: 'get',
  paths: ['/.well-known/http-message-signatures-directory'],
  summary: 'Get the public keys of signed requests',
  description: 'For sites that verify requests made with `web_bot_auth`.',
  key: 'none',
  responses: {
    200: {
      description: 'A set of public JSON Web Keys.',
      content: { [MEDIA_TYPE]: { schema: { type: 'object' } } },
    },
  },
  failures: [],
  run: ({ botKeys }) => {
    const json = JSON.stringify({ keys: botKeys })
    return (_req, res) => {
      res.setHeader('Cache-Control', 'public, max-age=3600')
      res.setHeader('Content-Type', MEDIA_TYPE)
      // `send` would add a charset, which this media type does not have.
      res.end(json)
    }
  },
}
