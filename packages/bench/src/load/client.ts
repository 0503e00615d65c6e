import { Agent, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Reply {
  status: number
  retryAfter: string | undefined
  /** HIT or MISS for a link. */
  cacheStatus: string | undefined
  sizeBytes: number
  /** Undefined unless it is JSON. */
  // Read field by field, as in tests.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface LoadClient extends Disposable {
  post(path: string, options: object): Promise<Reply>
  get(path: string): Promise<Reply>
}

const NO_REPLY: Reply = {
  status: 0,
  retryAfter: undefined,
  cacheStatus: undefined,
  sizeBytes: 0,
  body: undefined,
}

/** Creates a cheap client, so that the service is measured and not the client: keep-alive, unlimited connections. */
export function createLoadClient(baseUrl: string, secretKey: string): LoadClient {
  const agent = new Agent({ keepAlive: true })

  function ask(path: string, method: string, body?: string): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const reject = () => resolve(NO_REPLY)
    const headers = body !== undefined && {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const asking = request(baseUrl + path, { agent, method, headers: headers || {} }, (res) => {
      const { 'content-type': type, 'retry-after': retryAfter } = res.headers
      const cacheStatus = res.headers['x-service-cache-status'] as string | undefined
      buffer(res).then((bytes) => {
        const body = type?.includes('json') ? JSON.parse(bytes.toString()) : undefined
        resolve({ status: res.statusCode!, retryAfter, cacheStatus, sizeBytes: bytes.length, body })
      }, reject)
    })
    asking.once('error', reject)
    asking.end(body)
    return promise
  }

  return {
    post: (path, options) => ask(path, 'POST', JSON.stringify(options)),
    get: (path) => ask(path, 'GET'),
    [Symbol.dispose]: () => agent.destroy(),
  }
}
