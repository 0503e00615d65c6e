import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import { ORIGIN_HOST } from './origin.ts'
import { untrustedCertificate } from './untrusted-certificate.ts'

type Handle = (req: IncomingMessage | Http2ServerRequest, res: ServerResponse & Http2ServerResponse) => void

export interface SecureOrigin extends AsyncDisposable {
  /** `127.0.1.1:<port>` */
  host: string
  /** `https://127.0.1.1:<port>` */
  url: string
}

/** Listens with TLS and an untrusted certificate on a free port; disposing closes every connection. */
export async function listenSecurely(
  handle: Handle,
  { protocol = 'http/1.1' }: { protocol?: 'http/1.1' | 'h2' } = {},
): Promise<SecureOrigin> {
  const server =
    protocol === 'h2'
      ? createSecureServer(untrustedCertificate, handle as () => void)
      : createServer(untrustedCertificate, handle as () => void)
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, ORIGIN_HOST, resolve)
  await promise
  const host = `${ORIGIN_HOST}:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `https://${host}`,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((done) => server.close(done))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
