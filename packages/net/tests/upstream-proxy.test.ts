import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startUpstreamProxy, type UpstreamProxy } from '@render/testkit'
import { createEgress } from '../src/policy/egress-policy.ts'
import { openSocksListener, type SocksListener } from '../src/proxy/socks-listener.ts'
import { portPerListener } from '../src/proxy/listener-factory.ts'
import { startEgressProxy } from '../src/proxy/start-proxy.ts'
import { parseUpstreamProxy, type ProxyRoute } from '../src/proxy/upstream-proxy.ts'
import { selfSignedCertificate } from './certificate.ts'
import { connectThrough, read } from './socks-client.ts'
import { allowedHost, startTestNetwork, type TestNetwork } from './test-network.ts'

const [GRANTED, FAILED, FORBIDDEN, UNREACHABLE] = [0, 1, 2, 4]
const LIMITS = { bytes: 1e6, connections: 8 }

let net: TestNetwork
beforeEach(async () => {
  net = await startTestNetwork()
})
afterEach(() => net[Symbol.asyncDispose]())

function route(address: string, more: Partial<ProxyRoute> = {}): ProxyRoute {
  return { upstream: parseUpstreamProxy(address)!, isTrusted: false, ...more }
}

function open(through: ProxyRoute): Promise<SocksListener> {
  const egress = createEgress({ allow: ['127.0.1.0/24'], dnsServers: [net.dns.address] })
  return openSocksListener(egress, LIMITS, portPerListener, { forbidden: new Set(), route: through })
}

/** Starts a server that sends back what it receives. */
function startEcho(): Promise<number> {
  return net.listen(
    createServer((socket) => socket.on('error', () => undefined).pipe(socket)),
    allowedHost,
  )
}

async function expectEcho(url: string, host: string, port: number): Promise<void> {
  const { reply, socket } = await connectThrough(url, host, port)
  expect(reply).toBe(GRANTED)
  socket.write('hello')
  expect(String(await read(socket, 5))).toBe('hello')
}

test('a SOCKS proxy that needs no password gets none', async () => {
  const received: number[] = []
  const replies = [
    [5, 0],
    [5, 0, 0, 1, 0, 0, 0, 0, 0, 0],
  ]
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      const reply = replies.shift()
      if (reply) received.push(...bytes)
      socket.write(reply ? Buffer.from(reply) : bytes)
    })
  })
  const port = await net.listen(server, allowedHost)
  await using listener = await open(route(`socks5://me:secret@${allowedHost}:${port}`))
  await expectEcho(listener.url, allowedHost, 80)
  expect(received.slice(0, 8)).toEqual([5, 2, 2, 0, 5, 1, 0, 1])
})

describe.each(['http', 'socks5'] as const)('an upstream proxy by %s', (protocol) => {
  let other: UpstreamProxy
  beforeEach(async () => {
    other = await startUpstreamProxy(protocol)
  })
  afterEach(async () => {
    await other[Symbol.asyncDispose]()
  })

  test('makes the connections; it gets user, password and the checked address', async () => {
    const port = await startEcho()
    net.zone['named.com'] = [allowedHost]
    await using listener = await open(route(other.url))
    await expectEcho(listener.url, 'named.com', port)
    expect(other).toMatchObject({ targets: [`${allowedHost}:${port}`], rejected: 0 })
    expect(listener.bytes()).toBe(10)
  })

  test('is used by the egress proxy', async () => {
    const port = await startEcho()
    await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
    await using tunnel = await proxy.openTunnel(LIMITS, route(other.url))
    await expectEcho(tunnel.url, allowedHost, port)
    expect(other.targets).toEqual([`${allowedHost}:${port}`])
  })

  test.each(['127.0.0.1', '::1', '169.254.169.254', 'inside.com', 'nobody.com'])(
    'does not get requests for %s',
    async (host) => {
      net.zone['inside.com'] = ['127.0.0.1']
      await using listener = await open(route(other.url))
      expect((await connectThrough(listener.url, host, net.canary.port)).reply).toBe(FORBIDDEN)
      expect([other.targets, net.canary.connections]).toEqual([[], 0])
    },
  )

  test('is not used for hosts outside the route', async () => {
    const port = await startEcho()
    net.zone['through.com'] = [allowedHost]
    await using listener = await open(route(other.url, { hosts: ['through.com'] }))
    await expectEcho(listener.url, allowedHost, port)
    expect(other.targets).toEqual([])
    await expectEcho(listener.url, 'through.com', port)
    expect(other.targets).toHaveLength(1)
  })

  test.each([
    ['a wrong password', (at: string) => `${protocol}://me:wrong@${at}`],
    ['no password', (at: string) => `${protocol}://${at}`],
  ])('refuses %s', async (_case, addressOf) => {
    const port = await startEcho()
    await using listener = await open(route(addressOf(other.address)))
    expect((await connectThrough(listener.url, allowedHost, port)).reply).toBe(FAILED)
    expect(listener.refusalOf({ host: allowedHost, port })).toBe('proxy_failed')
    expect(other.targets).toEqual([])
  })

  test('reports that it cannot connect', async () => {
    await using listener = await open(route(other.url))
    const { reply } = await connectThrough(listener.url, allowedHost, 1)
    expect(reply).toBe(protocol === 'http' ? UNREACHABLE : 5)
  })
})

test('an upstream proxy by TLS must have a valid certificate', async () => {
  const certificate = selfSignedCertificate('proxy.com')
  await using other = await startUpstreamProxy('https', { certificate })
  const port = await startEcho()
  net.zone['proxy.com'] = ['127.0.1.9', '127.0.1.9']
  await using listener = await open(route(other.url.replace('127.0.1.9', 'proxy.com')))
  expect((await connectThrough(listener.url, allowedHost, port)).reply).toBe(FAILED)

  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  try {
    await expectEcho(listener.url, allowedHost, port)
    expect(other.targets).toEqual([`${allowedHost}:${port}`])
  } finally {
    setDefaultCACertificates(before)
  }
})

describe('the address of an upstream proxy', () => {
  test.each(['127.0.0.1', '[::1]', 'inside.com', 'nobody.com'])('%s is refused', async (host) => {
    net.zone['inside.com'] = ['127.0.0.1']
    const port = await startEcho()
    await using listener = await open(route(`${host}:${net.canary.port}`))
    expect((await connectThrough(listener.url, allowedHost, port)).reply).toBe(FAILED)
    expect(listener.refusalOf({ host: allowedHost, port })).toBe('proxy_not_allowed')
    expect(net.canary.connections).toBe(0)
  })

  test('is not checked for proxies of the operator', async () => {
    await using other = await startUpstreamProxy('http', { host: '127.0.0.1' })
    const port = await startEcho()
    await using listener = await open(route(other.url, { isTrusted: true }))
    await expectEcho(listener.url, allowedHost, port)
    expect(other.targets).toHaveLength(1)
  })
})

test.each([
  ['that is a closed port', undefined],
  ['of another protocol', 'SSH-2.0-x\r\n\r\n'],
  ['that always requires a password', 'HTTP/1.1 407 No\r\n\r\n'],
  ['that closes the connection', ''],
])('refuses connections through a proxy %s', async (_case, says) => {
  const port = await startEcho()
  const at =
    says === undefined
      ? 1
      : await net.listen(
          createServer((socket) => void socket.on('error', () => undefined).end(says)),
          allowedHost,
        )
  await using listener = await open(route(`me:secret@${allowedHost}:${at}`))
  expect((await connectThrough(listener.url, allowedHost, port)).reply).toBe(FAILED)
  expect(listener.refusalOf({ host: allowedHost, port })).toBe('proxy_failed')
})
