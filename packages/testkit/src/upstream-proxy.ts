// Proxies of other people, to go through: HTTP's CONNECT, the same by TLS, and SOCKS 5.
import { once } from 'node:events'
import { createServer as createHttp, type Server as HttpServer } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface UpstreamProxy extends AsyncDisposable {
  /** `host:port` */
  at: string
  /** `scheme://user:password@host:port` */
  url: string
  /** `address:port` of each connection that was asked for with the right user and password. */
  asked: string[]
  /** How often somebody came without them. */
  turnedAway: number
}

interface Settings {
  user?: string
  password?: string
  host?: string
  /** For `https`, PEM. */
  certificate?: { cert: string; key: string }
}

/** Starts a proxy that wants a user and a password; it connects from the address that it listens on. */
export async function startUpstreamProxy(
  protocol: 'http' | 'https' | 'socks5',
  { user = 'me', password = 'open sesame', host = '127.0.1.9', certificate }: Settings = {},
): Promise<UpstreamProxy> {
  const open = new Set<Duplex>()
  const proxy = { asked: [] as string[], turnedAway: 0 }
  const judge = (isRight: boolean): boolean => {
    if (!isRight) proxy.turnedAway += 1
    return isRight
  }
  const reach = (address: string, port: number): Promise<Socket | undefined> => {
    proxy.asked.push(`${address}:${port}`)
    return dial({ host: address, port, localAddress: host })
  }
  const keep = (socket: Duplex): void => {
    open.add(socket)
    socket.on('error', () => undefined)
  }

  const server = protocol === 'socks5' ? createServer(onSocks) : createHttpProxy()
  server.listen(0, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const at = `${host}:${port}`
  return Object.assign(proxy, {
    at,
    url: `${protocol}://${encodeURIComponent(user)}:${encodeURIComponent(password)}@${at}`,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  })

  function createHttpProxy(): HttpServer {
    const made = certificate ? createHttps(certificate) : createHttp()
    const right = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    made.on('connection', keep)
    made.on('connect', (req, client) => {
      void onConnect(req.url!, client, req.headers['proxy-authorization'] === right)
    })
    return made
  }

  async function onConnect(target: string, client: Duplex, isRight: boolean): Promise<void> {
    client.on('error', () => undefined)
    if (!judge(isRight)) return void client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    const { hostname, port } = new URL(`http://${target}`)
    const socket = await reach(hostname, Number(port || 80))
    if (!socket) return void client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n')
    client.write('HTTP/1.1 200 Connection established\r\n\r\n')
    join(client, socket)
  }

  function onSocks(client: Socket): void {
    keep(client)
    void speakSocks(client).catch(() => client.destroy())
  }

  async function speakSocks(client: Socket): Promise<void> {
    const [, methods] = await take(client, 2)
    if (!judge((await take(client, methods!)).includes(2))) return void client.end(Buffer.from([5, 0xff]))
    client.write(Buffer.from([5, 2]))
    const field = async () => String(await take(client, (await take(client, 1))[0]!))
    await take(client, 1)
    const isRight = (await field()) === user && (await field()) === password
    client.write(Buffer.from([1, isRight ? 0 : 1]))
    if (!judge(isRight)) return void client.end()
    const [, , , kind] = await take(client, 4)
    if (kind !== 1) return void client.end(Buffer.from([5, 8, 0, 1, 0, 0, 0, 0, 0, 0]))
    const address = (await take(client, 4)).join('.')
    const socket = await reach(address, (await take(client, 2)).readUInt16BE())
    client.write(Buffer.from([5, socket ? 0 : 5, 0, 1, 0, 0, 0, 0, 0, 0]))
    if (socket) join(client, socket)
    else client.end()
  }

  function join(client: Duplex, target: Socket): void {
    keep(target)
    client.pipe(target).pipe(client)
  }
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
    if (taken || socket.readableEnded || socket.destroyed) throw new Error('The client left.')
    await once(socket, 'readable')
  }
}
