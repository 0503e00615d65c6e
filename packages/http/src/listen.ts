import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Listener extends AsyncDisposable {
  host: string
  port: number
  server: Server
}

/** Listens with time limits against slow clients; disposing stops accepting and waits for answers under way. */
export async function listen(app: RequestListener, at: { host: string; port: number }): Promise<Listener> {
  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
    app,
  )
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(at.port, at.host, resolve)
  await promise
  const { port } = server.address() as AddressInfo
  return {
    host: at.host,
    port,
    server,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done))
      server.closeIdleConnections()
      await closed
    },
  }
}
