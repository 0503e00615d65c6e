import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startUpstreamProxy, type UpstreamProxy } from '@render/testkit'
import { createEgress } from '../src/egress-policy.ts'
import { openDoor, type Door } from '../src/proxy/door.ts'
import { ownPort } from '../src/proxy/entrance.ts'
import { startEgressProxy } from '../src/proxy/start-proxy.ts'
import { parseUplink, type Route } from '../src/proxy/uplink.ts'
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

function route(address: string, more: Partial<Route> = {}): Route {
  return { uplink: parseUplink(address)!, isTrusted: false, ...more }
}

function open(through: Route): Promise<Door> {
  const egress = createEgress({ allow: ['127.0.1.0/24'], dnsServers: [net.dns.address] })
  return openDoor(egress, LIMITS, ownPort, { forbidden: new Set(), route: through })
}

/** A server that sends back what it gets. */
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

describe.each(['http', 'socks5'] as const)('through another proxy by %s', (protocol) => {
  let other: UpstreamProxy
  beforeEach(async () => {
    other = await startUpstreamProxy(protocol)
  })
  afterEach(async () => {
    await other[Symbol.asyncDispose]()
  })

  test('connections are made by it, which gets the user, the password and the address that was judged', async () => {
    const port = await startEcho()
    net.zone['named.com'] = [allowedHost]
    await using door = await open(route(other.url))
    await expectEcho(door.url, 'named.com', port)
    expect(other).toMatchObject({ asked: [`${allowedHost}:${port}`], turnedAway: 0 })
    expect(door.bytes()).toBe(10)
  })

  test('the process that pages use does so too', async () => {
    const port = await startEcho()
    await using proxy = await startEgressProxy({ allow: ['127.0.1.0/24'] })
    await using way = await proxy.open(LIMITS, route(other.url))
    await expectEcho(way.url, allowedHost, port)
    expect(other.asked).toEqual([`${allowedHost}:${port}`])
  })

  test.each(['127.0.0.1', '::1', '169.254.169.254', 'inside.com', 'nobody.com'])(
    '%s is refused before it hears of it',
    async (host) => {
      net.zone['inside.com'] = ['127.0.0.1']
      await using door = await open(route(other.url))
      expect((await connectThrough(door.url, host, net.canary.port)).reply).toBe(FORBIDDEN)
      expect([other.asked, net.canary.connections]).toEqual([[], 0])
    },
  )

  test('other hosts are reached without it', async () => {
    const port = await startEcho()
    net.zone['through.com'] = [allowedHost]
    await using door = await open(route(other.url, { hosts: ['through.com'] }))
    await expectEcho(door.url, allowedHost, port)
    expect(other.asked).toEqual([])
    await expectEcho(door.url, 'through.com', port)
    expect(other.asked).toHaveLength(1)
  })

  test.each([
    ['a wrong password', (at: string) => `${protocol}://me:wrong@${at}`],
    ['none', (at: string) => `${protocol}://${at}`],
  ])('it does not take %s', async (_case, addressOf) => {
    const port = await startEcho()
    await using door = await open(route(addressOf(other.at)))
    expect((await connectThrough(door.url, allowedHost, port)).reply).toBe(FAILED)
    expect(door.refusalOf({ host: allowedHost, port })).toBe('proxy_failed')
    expect(other.asked).toEqual([])
  })

  test('it says when it cannot connect', async () => {
    await using door = await open(route(other.url))
    const { reply } = await connectThrough(door.url, allowedHost, 1)
    expect(reply).toBe(protocol === 'http' ? UNREACHABLE : 5)
  })
})

test('a proxy by TLS is believed for its certificate only', async () => {
  const certificate = selfSignedCertificate('proxy.com')
  await using other = await startUpstreamProxy('https', { certificate })
  const port = await startEcho()
  net.zone['proxy.com'] = ['127.0.1.9', '127.0.1.9']
  await using door = await open(route(other.url.replace('127.0.1.9', 'proxy.com')))
  expect((await connectThrough(door.url, allowedHost, port)).reply).toBe(FAILED)

  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate.cert])
  try {
    await expectEcho(door.url, allowedHost, port)
    expect(other.asked).toEqual([`${allowedHost}:${port}`])
  } finally {
    setDefaultCACertificates(before)
  }
})

describe('the address of another proxy', () => {
  test.each(['127.0.0.1', '[::1]', 'inside.com', 'nobody.com'])('%s is refused', async (host) => {
    net.zone['inside.com'] = ['127.0.0.1']
    const port = await startEcho()
    await using door = await open(route(`${host}:${net.canary.port}`))
    expect((await connectThrough(door.url, allowedHost, port)).reply).toBe(FAILED)
    expect(door.refusalOf({ host: allowedHost, port })).toBe('proxy_not_allowed')
    expect(net.canary.connections).toBe(0)
  })

  test('is not judged when the operator named it', async () => {
    await using other = await startUpstreamProxy('http', { host: '127.0.0.1' })
    const port = await startEcho()
    await using door = await open(route(other.url, { isTrusted: true }))
    await expectEcho(door.url, allowedHost, port)
    expect(other.asked).toHaveLength(1)
  })
})

test.each([
  ['nobody listens', undefined],
  ['it speaks something else', 'SSH-2.0-x\r\n\r\n'],
  ['it wants a password again and again', 'HTTP/1.1 407 No\r\n\r\n'],
  ['it leaves', ''],
])('a proxy is of no use: %s', async (_case, says) => {
  const port = await startEcho()
  const at =
    says === undefined
      ? 1
      : await net.listen(
          createServer((socket) => void socket.on('error', () => undefined).end(says)),
          allowedHost,
        )
  await using door = await open(route(`me:secret@${allowedHost}:${at}`))
  expect((await connectThrough(door.url, allowedHost, port)).reply).toBe(FAILED)
  expect(door.refusalOf({ host: allowedHost, port })).toBe('proxy_failed')
})
