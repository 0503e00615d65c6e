// Third-party proxies with a user and a password: HTTP CONNECT, the same over TLS, and SOCKS 5.
import { once } from 'node:events'
import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface UpstreamProxy extends AsyncDisposable {
  /** `host:port` */
  address: string
  /** `scheme://user:password@host:port` */
  url: string
  /** `address:port` of each connection that was requested with the right user and password. */
  targets: string[]
  /** Number of clients without the right user and password. */
  rejected: number
}

interface Settings {
  user?: string
  password?: string
  host?: string
  /** For `https`, PEM. */
  certificate?: { cert: string; key: string }
}

/** Shared by both protocols: checks passwords, connects to targets, and closes connections. */
interface Access {
  user: string
  password: string
  /** Counts a rejected client; returns `isRight`. */
  check(isRight: boolean): boolean
  /** Connects to a target; undefined when that fails. */
  reach(host: string, port: number): Promise<Socket | undefined>
  /** Destroys the socket when the proxy is disposed. */
  track(socket: Duplex): void
}

/** Starts a proxy that requires a user and a password; it connects from the address that it listens on. */
export async function startUpstreamProxy(
  protocol: 'http' | 'https' | 'socks5',
  { user = 'me', password = 'open sesame', host = '127.0.1.9', certificate }: Settings = {},
): Promise<UpstreamProxy> {
  const open = new Set<Duplex>()
  const proxy = { targets: [] as string[], rejected: 0 }
  const access: Access = {
    user,
    password,
    check(isRight) {
      if (!isRight) proxy.rejected += 1
      return isRight
    },
    reach(target, port) {
      proxy.targets.push(`${target}:${port}`)
      return dial({ host: target, port, localAddress: host })
    },
    track(socket) {
      open.add(socket)
      socket.on('error', () => undefined)
    },
  }

  const server =
    protocol === 'socks5'
      ? createServer((client) => {
          access.track(client)
          void serveSocks(client, access).catch(() => client.destroy())
        })
      : createConnectProxy(access, certificate)
  server.listen(0, host)
  await once(server, 'listening')
  const address = `${host}:${(server.address() as AddressInfo).port}`
  return Object.assign(proxy, {
    address,
    url: `${protocol}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${address}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  })
}

function createConnectProxy(access: Access, certificate: Settings['certificate']): HttpServer {
  const server = certificate ? createHttps(certificate) : createHttp()
  const right = `Basic ${Buffer.from(`${access.user}:${access.password}`).toString('base64')}`
  server.on('connection', (socket) => access.track(socket))
  server.on('connect', (req, client) => {
    void serveConnect(req.url!, client, { access, isRight: req.headers['proxy-authorization'] === right })
  })
  return server
}

async function serveConnect(
  target: string,
  client: Duplex,
  { access, isRight }: { access: Access; isRight: boolean },
): Promise<void> {
  client.on('error', () => undefined)
  if (!access.check(isRight)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
  const { hostname, port } = new URL(`http://${target}`)
  const socket = await access.reach(hostname, Number(port || 80))
  if (!socket) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
  client.write('HTTP/1.1 200 Connection established\r\n\r\n')
  join(client, socket, access)
}

/** Speaks SOCKS 5 (RFC 1928) with a user and a password (RFC 1929); knows IPv4 addresses only. */
async function serveSocks(client: Socket, access: Access): Promise<void> {
  const [, methods] = await take(client, 2)
  if (!access.check((await take(client, methods!)).includes(2)))
    return void client.end(Buffer.from([5, 0xff]))
  client.write(Buffer.from([5, 2]))
  const field = async () => String(await take(client, (await take(client, 1))[0]!))
  await take(client, 1)
  const isRight = (await field()) === access.user && (await field()) === access.password
  client.write(Buffer.from([1, isRight ? 0 : 1]))
  if (!access.check(isRight)) return void client.end()
  const [, , , kind] = await take(client, 4)
  if (kind !== 1) return void client.end(Buffer.from([5, 8, 0, 1, 0, 0, 0, 0, 0, 0]))
  const address = (await take(client, 4)).join('.')
  const socket = await access.reach(address, (await take(client, 2)).readUInt16BE())
  client.write(Buffer.from([5, socket ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]))
  if (socket) join(client, socket, access)
  else client.end()
}

function join(client: Duplex, target: Socket, access: Access): void {
  access.track(target)
  client.pipe(target).pipe(client)
}

async function dial(to: { host: string; port: number; localAddress: string }): Promise<Socket | undefined> {
  const socket = connect(to)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    return undefined
  }
}

async function take(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const taken = socket.read(bytes) as Buffer | null
    if (taken?.length === bytes) return taken
    if (taken || socket.readableEnded || socket.destroyed) throw new Error('The client disconnected.')
    await once(socket, 'readable')
  }
}
