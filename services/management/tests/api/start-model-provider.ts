// A language model provider that imitates how each supported provider lists models.
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export const KEY = 'sesame-key-of-models-0123'

interface ReceivedRequest {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

type Reply = [status: number, body: unknown, headers?: Record<string, string>]

const DATA = { data: [{ id: 'model-b' }, { id: 'model-a' }, { id: 'model-a' }] }
/** The replies by path: each checks the key that its provider requires. */
const replies: Record<string, (request: ReceivedRequest) => Reply> = {
  '/v1/models': ({ headers }) => [headers.authorization === `Bearer ${KEY}` ? 200 : 401, DATA],
  '/anthropic/models': ({ headers }) => [
    headers['x-api-key'] === KEY && headers['anthropic-version'] ? 200 : 401,
    DATA,
  ],
  '/google/models': ({ headers }) => [
    headers['x-goog-api-key'] === KEY ? 200 : 403,
    { models: [{ name: 'models/model-a' }] },
  ],
  '/azure/models': ({ path, headers }) => [
    headers['api-key'] === KEY && path.endsWith('?api-version=2025-01-01') ? 200 : 401,
    DATA,
  ],
  '/aws/foundation-models': ({ headers }) => [
    /^AWS4-HMAC-SHA256 Credential=AKIA\d+\/\d{8}\/eu-west-1\/bedrock\/aws4_request, /.test(
      headers.authorization ?? '',
    )
      ? 200
      : 403,
    { modelSummaries: [{ modelId: 'model-a', modelName: 'A' }] },
  ],
  '/token': ({ body }) => [
    new URLSearchParams(body).get('assertion')?.split('.').length === 3 ? 200 : 400,
    { access_token: 'token-of-an-hour' },
  ],
  '/vertex/publishers/google/models': ({ headers }) => [
    headers.authorization === 'Bearer token-of-an-hour' && headers['x-goog-user-project'] === 'mine'
      ? 200
      : 401,
    { publisherModels: [{ name: 'publishers/google/models/model-a' }] },
  ],
  '/open/models': () => [200, DATA],
  '/open/key': ({ headers }) => [headers.authorization === `Bearer ${KEY}` ? 200 : 401, {}],
  '/text/models': () => [200, 'no JSON'],
  '/other/models': () => [200, { hello: 'you' }],
  '/broken/models': () => [500, { error: `internal, your key was ${KEY}` }],
  '/elsewhere/models': () => [302, {}, { location: '/v1/models' }],
}

export async function startModelProvider() {
  const requests: ReceivedRequest[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      const request = { path: req.url!, headers: req.headers, body }
      requests.push(request)
      const [status, answer, headers] = replies[req.url!.split('?')[0]!]?.(request) ?? [404, {}]
      const json = typeof answer === 'string' ? answer : JSON.stringify(answer)
      res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(json)
    })
  }).listen(0, '127.0.1.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.1.1:${(server.address() as AddressInfo).port}`,
    requests,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
