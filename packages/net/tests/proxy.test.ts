import { createServer } from 'node:net'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { startEgressProxy, type EgressProxy, type EgressTunnel } from '../src/proxy/start-proxy.ts'
import { connectThrough, hello, read } from './socks-client.ts'
import { allowedHost, startTestNetwork, type TestNetwork } from './test-network.ts'

const GRANTED = 0
const FAILED = 1
const FORBIDDEN = 2
const REFUSED = 5

const PING_MS = 50
const SILENCE_MS = 4000

let net: TestNetwork
let proxy: EgressProxy

async function start(): Promise<void> {
  net = await startTestNetwork()
  proxy = await startEgressProxy({
    allow: ['127.0.1.0/24'],
    dnsServers: [net.dns.address],
    forbidden: ['a.com'],
    pingMs: PING_MS,
    silenceMs: SILENCE_MS,
  })
}

async function stop(): Promise<void> {
  await proxy[Symbol.asyncDispose]()
  await net[Symbol.asyncDispose]()
}

function open(limits: { bytes?: number; connections?: number } = {}): Promise<EgressTunnel> {
  return proxy.openTunnel({ bytes: 1e6, connections: 8, ...limits })
}

/** Starts a server that sends back what it receives. */
async function startEcho(): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => undefined).pipe(socket))
  return net.listen(server, allowedHost)
}

describe('an egress tunnel', () => {
  beforeAll(start)
  afterAll(stop)

  test('connects to an allowed address and counts bytes', async () => {
    const port = await startEcho()
    await using tunnel = await open()
    const { reply, socket } = await connectThrough(tunnel.url, allowedHost, port)
    expect(reply).toBe(GRANTED)
    socket.write('hello')
    expect(String(await read(socket, 5))).toBe('hello')
    expect(await tunnel.bytes()).toBe(10)
    expect(await tunnel.refusalOf({ host: allowedHost, port })).toBeUndefined()
  })

  test('refuses forbidden hosts and hosts below them, unless they are permitted', async () => {
    const port = await startEcho()
    for (const name of ['a.com', 'x.a.com', 'xa.com']) net.zone[name] = Array(3).fill(allowedHost)
    await using tunnel = await open()
    await using other = await open()
    await other.permit(['a.com'])
    const replies = (url: string) =>
      Promise.all(
        ['a.com', 'X.a.com', 'a.com.', 'xa.com'].map(
          async (host) => (await connectThrough(url, host, port)).reply,
        ),
      )
    expect(await replies(tunnel.url)).toEqual([FORBIDDEN, FORBIDDEN, FORBIDDEN, GRANTED])
    expect(await tunnel.refusalOf({ host: 'a.com', port })).toBe('forbidden')
    expect(await replies(other.url)).toEqual([GRANTED, GRANTED, GRANTED, GRANTED])
  })

  test('fails alone when the proxy cannot do what is asked for it', async () => {
    await using tunnel = await open()
    const { pid } = proxy
    await expect(tunnel.permit(null as never)).rejects.toThrow('The egress proxy failed: TypeError')
    await using other = await open()
    expect(proxy.pid).toBe(pid)
    expect([tunnel.isOpen(), other.isOpen()]).toEqual([true, true])
  })

  test('closes both sides when either closes', async () => {
    const port = await startEcho()
    await using tunnel = await open()
    const { socket } = await connectThrough(tunnel.url, allowedHost, port)
    socket.end('bye')
    expect(String(await read(socket, 100))).toBe('bye')
    expect(socket.readableEnded).toBe(true)
  })

  test.each(['127.0.0.1', 'localhost', '127.1', '::1', '::ffff:127.0.0.1', 'inside.com', 'nobody.com'])(
    'refuses %s',
    async (host) => {
      net.zone['inside.com'] = ['127.0.0.1']
      await using tunnel = await open()
      const { reply } = await connectThrough(tunnel.url, host, net.canary.port)
      expect(reply).toBe(FORBIDDEN)
      expect(await tunnel.refusalOf({ host, port: net.canary.port })).toBe('not_allowed')
      expect(net.canary.connections).toBe(0)
    },
  )

  test('dials the checked address even if the name has another one by then', async () => {
    const port = await startEcho()
    net.zone['rebind.com'] = [allowedHost, '127.0.0.1']
    await using tunnel = await open()
    expect((await connectThrough(tunnel.url, 'rebind.com', port)).reply).toBe(GRANTED)
    expect(net.dns.questions.filter((question) => question === 'A rebind.com')).toHaveLength(1)
    expect((await connectThrough(tunnel.url, 'rebind.com', net.canary.port)).reply).toBe(FORBIDDEN)
    expect(net.canary.connections).toBe(0)
  })

  test('reports why a connection was refused', async () => {
    const port = await startEcho()
    await using tunnel = await open()
    const { reply } = await connectThrough(tunnel.url, allowedHost, port === 65_000 ? 65_001 : 65_000)
    expect(reply).toBe(REFUSED)
    expect(await tunnel.refusalOf({ host: allowedHost, port: 65_000 })).toBe('refused')
  })

  test('limits the number of open connections', async () => {
    const port = await startEcho()
    await using tunnel = await open({ connections: 2 })
    const first = await connectThrough(tunnel.url, allowedHost, port)
    const second = await connectThrough(tunnel.url, allowedHost, port)
    const third = await connectThrough(tunnel.url, allowedHost, port)
    expect([first.reply, second.reply, third.reply]).toEqual([GRANTED, GRANTED, FAILED])
    first.socket.destroy()
    await until(async () => (await connectThrough(tunnel.url, allowedHost, port)).reply === GRANTED)
  })

  test('closes when the limit of bytes is reached', async () => {
    const port = await startEcho()
    await using tunnel = await open({ bytes: 1000 })
    const { socket } = await connectThrough(tunnel.url, allowedHost, port)
    socket.write(Buffer.alloc(400))
    expect(await read(socket, 400)).toHaveLength(400)
    socket.write(Buffer.alloc(400))
    await until(() => socket.destroyed || socket.readableEnded)
    const { reply } = await connectThrough(tunnel.url, allowedHost, port)
    expect([reply, await tunnel.refusalOf({ host: allowedHost, port })]).toEqual([FAILED, 'limit'])
  })

  test('has limits and counts of its own', async () => {
    const port = await startEcho()
    await using one = await open()
    await using other = await open()
    const { socket } = await connectThrough(one.url, allowedHost, port)
    socket.write('hello')
    await read(socket, 5)
    expect([await one.bytes(), await other.bytes()]).toEqual([10, 0])
  })

  test('closes its connections on demand, and accepts others', async () => {
    const port = await startEcho()
    await using tunnel = await open()
    const { socket } = await connectThrough(tunnel.url, allowedHost, port)
    await tunnel.closeConnections()
    expect(await read(socket, 1)).toHaveLength(0)
    expect((await connectThrough(tunnel.url, allowedHost, port)).reply).toBe(GRANTED)
  })

  test('closes its connections when it is disposed', async () => {
    const port = await startEcho()
    const tunnel = await open()
    const { socket } = await connectThrough(tunnel.url, allowedHost, port)
    await tunnel[Symbol.asyncDispose]()
    expect(await read(socket, 1)).toHaveLength(0)
    await expect(connectThrough(tunnel.url, allowedHost, port)).rejects.toThrow('ECONNREFUSED')
  })

  test.each([
    ['another version', [4, 1, 0, 80], 0],
    ['a password instead of nothing', [5, 1, 2], 2],
    ['a port to listen on', [5, 1, 0, 5, 2, 0, 1, 127, 0, 0, 1, 0, 80], 12],
    ['an unknown kind of address', [5, 1, 0, 5, 1, 0, 9, 1, 0, 80], 12],
    ['HTTP', [...Buffer.from('GET / HTTP/1.1\r\n\r\n')], 0],
  ])('closes the connection on %s', async (_case, bytes, answered) => {
    await using tunnel = await open()
    const socket = await hello(tunnel.url, Buffer.from(bytes))
    if (answered > 0) expect(await read(socket, answered)).toHaveLength(answered)
    socket.end()
    expect(await read(socket, 1)).toHaveLength(0)
    await using still = await open()
    expect(still.isOpen()).toBe(true)
  })

  // The last test: no connection may have reached the canary before.
  test('reaches the canary when its address is allowed', async () => {
    expect(net.canary.connections).toBe(0)
    await using permissive = await startEgressProxy({ allow: ['127.0.0.1'] })
    await using free = await permissive.openTunnel({ bytes: 1e6, connections: 8 })
    expect((await connectThrough(free.url, '127.0.0.1', net.canary.port)).reply).toBe(GRANTED)
  })
})

describe('the proxy process', () => {
  beforeEach(start)
  afterEach(stop)

  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'is replaced after %s; its tunnels are closed',
    async (signal) => {
      const port = await startEcho()
      const tunnel = await open()
      const { socket } = await connectThrough(tunnel.url, allowedHost, port)
      const pid = proxy.pid!
      process.kill(pid, signal)
      await until(() => !tunnel.isOpen())
      expect(await read(socket, 1)).toHaveLength(0)
      await expect(tunnel.bytes()).rejects.toThrow('ended')

      await using next = await open()
      expect(proxy.pid).not.toBe(pid)
      expect((await connectThrough(next.url, allowedHost, port)).reply).toBe(GRANTED)
    },
  )

  test('is kept when it answers while this process stalls for longer than it may take', async () => {
    const pid = proxy.pid!
    process.kill(pid, 'SIGSTOP')
    // An answer that was on its way is read before the first pause ends, and the next ping is sent before the second one does.
    await sleep(PING_MS)
    await sleep(PING_MS)
    process.kill(pid, 'SIGCONT')
    // Timers are the next to run after the stall.
    await setImmediate()
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SILENCE_MS)
    await using next = await open()
    expect([proxy.pid, next.isOpen()]).toEqual([pid, true])
  })

  test('is replaced too when another one cannot be started at once', async () => {
    const { execPath } = process
    process.execPath = '/nowhere'
    try {
      process.kill(proxy.pid!, 'SIGKILL')
      await until(() => proxy.pid === undefined)
    } finally {
      process.execPath = execPath
    }
    await until(() => proxy.pid !== undefined)
    await using next = await open()
    expect(next.isOpen()).toBe(true)
  })

  test('ends with its parent process', async () => {
    const other = await startEgressProxy({ allow: [] })
    const pid = other.pid!
    await other[Symbol.asyncDispose]()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  test('is not started with invalid settings', async () => {
    await expect(startEgressProxy({ allow: ['10.0.0.0/99'] })).rejects.toThrow('EGRESS_ALLOW')
  })
})
