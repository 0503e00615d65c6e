import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

export interface Reply {
  status: number
  retryAfter: string | undefined
  // Read field by field, as in tests.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

export interface LoadClient extends Disposable {
  post(path: string, options: object): Promise<Reply>
  get(path: string): Promise<Reply>
}

/** Creates a cheap client, so that the service is measured and not the client: keep-alive, unlimited connections. */
export function createLoadClient(baseUrl: string, secretKey: string): LoadClient {
  const agent = new Agent({ keepAlive: true })

  function ask(path: string, method: string, body?: string): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const reject = () => resolve({ status: 0, retryAfter: undefined, body: undefined })
    const headers = body !== undefined && {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    const asking = request(baseUrl + path, { agent, method, headers: headers || {} }, (res) => {
      text(res).then(
        (body) =>
          resolve({
            status: res.statusCode!,
            retryAfter: res.headers['retry-after'],
            body: body && JSON.parse(body),
          }),
        reject,
      )
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
