import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { untrustedCertificate } from './untrusted-certificate.ts'

/** The message with which a client of Postgres asks for TLS. */
const SSL_REQUEST_BYTES = 8

export interface TlsProxy extends AsyncDisposable {
  /** At localhost, which the certificate names. */
  port: number
}

/**
 * Puts TLS with an untrusted certificate in front of a server without TLS. With `isPostgres`, clients ask for it as they
 * ask Postgres.
 */
export async function startTlsProxy(target: string, { isPostgres = false } = {}): Promise<TlsProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    if (isPostgres) void acceptRequest(socket).then(() => forward(socket))
    else forward(socket)
  })
  function forward(socket: Socket): void {
    const secure = new TLSSocket(socket, { isServer: true, ...untrustedCertificate })
    const plain = connect(Number(port), hostname)
    for (const [one, other] of [
      [secure, plain],
      [plain, secure],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    secure.pipe(plain).pipe(secure)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

async function acceptRequest(socket: Socket): Promise<void> {
  await once(socket, 'readable')
  socket.read(SSL_REQUEST_BYTES)
  socket.write('S')
}
