import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startUpstreamProxy } from '@render/testkit'
import { startEgressProxy, type EgressProxy, type WayOut } from '../src/proxy/start-proxy.ts'
import { parseUplink } from '../src/proxy/uplink.ts'
import { createWayClient, type WayRequest } from '../src/way-client.ts'
import { selfSignedCertificate } from './certificate.ts'
import { allowedHost, startTestNetwork, type TestNetwork } from './test-network.ts'

let net: TestNetwork
let proxy: EgressProxy
let way: WayOut
beforeEach(async () => {
  net = await startTestNetwork()
  net.zone['named.com'] = [allowedHost, allowedHost]
  proxy = await startEgressProxy({ allow: ['127.0.1.0/24'], dnsServers: [net.dns.address] })
  way = await proxy.open({ bytes: 1e6, connections: 8 })
})
afterEach(async () => {
  await proxy[Symbol.asyncDispose]()
  await net[Symbol.asyncDispose]()
})

function ask(url: string, request: Partial<WayRequest> = {}, at = way.url) {
  const { signal } = new AbortController()
  const client = createWayClient({ url: at, rejectUnauthorized: true, maximumBytes: 1e6 })
  return client.ask(new URL(url), { method: 'GET', maximumBytes: 1e6, signal, ...request })
}

describe('a client by a way out', () => {
  test('asks by name, says what it is given, and unpacks what it gets', async () => {
    const { url, received } = await net.receiver((_, res) =>
      res
        .writeHead(203, { 'content-encoding': 'gzip', 'set-cookie': ['a=1', 'b=2'] })
        .end(gzipSync('packed')),
    )
    const named = url.replace(allowedHost, 'named.com')
    const answer = await ask(named, { method: 'PATCH', headers: { 'x-a': 'b' }, body: Buffer.from('hello') })
    expect(answer).toMatchObject({ status: 203, headers: { 'set-cookie': ['a=1', 'b=2'] } })
    expect(answer).toHaveProperty('body', Buffer.from('packed'))
    expect(received).toMatchObject([{ body: 'hello', request: { method: 'PATCH', headers: { 'x-a': 'b' } } }])
    expect(await way.bytes()).toBeGreaterThan(100)
  })

  test.each(['GET', 'HEAD', 'POST', 'DELETE'])('%s needs no body', async (method) => {
    const { url, received } = await net.receiver()
    expect(await ask(url, { method })).toMatchObject({ status: 200 })
    expect(received).toMatchObject([{ body: '', request: { method } }])
  })

  test('follows no redirect', async () => {
    const { url } = await net.receiver((_, res) => res.writeHead(302, { location: '/elsewhere' }).end())
    expect(await ask(url)).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  })

  test('reads no more than it may, unpacked', async () => {
    const { url } = await net.receiver((_, res) =>
      res.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100_000))),
    )
    expect(await ask(url, { maximumBytes: 99_999 })).toEqual({ failure: 'too_large' })
    expect(await ask(url, { maximumBytes: 100_000 })).toMatchObject({ status: 200 })
  })

  test('reads no more than it may in all', async () => {
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(4)))
    const client = createWayClient({ url: way.url, rejectUnauthorized: true, maximumBytes: 10 })
    const { signal } = new AbortController()
    const sizes = []
    for (let times = 0; times < 3; times++) {
      const answer = await client.ask(new URL(url), { method: 'GET', maximumBytes: 5, signal })
      sizes.push('failure' in answer ? answer.failure : answer.body.length)
    }
    expect(sizes).toEqual([4, 4, 'too_large'])
  })

  test('gets nowhere where the way does not lead', async () => {
    for (const host of ['127.0.0.1', 'nobody.com', '[::1]'])
      expect(await ask(`http://${host}:${net.canary.port}/`)).toEqual({ failure: 'connection_failed' })
    expect(net.canary.connections).toBe(0)
    expect(await ask(await net.rawReceiver((socket) => socket.end('no http')))).toEqual({
      failure: 'invalid_response',
    })
  })

  test('believes certificates only when they are right, unless they do not matter', async () => {
    const server = createServer(selfSignedCertificate('named.com'), (_, res) => res.end('secret'))
    const url = new URL(`https://named.com:${await net.listen(server, allowedHost)}/`)
    const { signal } = new AbortController()
    const request = { method: 'GET', maximumBytes: 1e6, signal }
    const client = (rejectUnauthorized: boolean) =>
      createWayClient({ url: way.url, rejectUnauthorized, maximumBytes: 1e6 })
    expect(await client(true).ask(url, request)).toEqual({ failure: 'connection_failed' })
    expect(await client(false).ask(url, request)).toMatchObject({ body: Buffer.from('secret') })
  })

  test('ends with its signal', async () => {
    const { url } = await net.receiver(() => undefined)
    const asked = ask(url, { signal: AbortSignal.timeout(100) })
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('a branch of a way out', () => {
  test('has a route of its own, and is counted and closed with the way', async () => {
    await using other = await startUpstreamProxy('http')
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(5000)))
    const branch = await way.branch({ uplink: parseUplink(other.url)!, isTrusted: false })
    expect(await ask(url, {}, branch)).toMatchObject({ status: 200 })
    expect([other.asked.length, (await way.bytes()) > 5000]).toEqual([1, true])
    expect(await ask(url)).toMatchObject({ status: 200 })
    expect(other.asked).toHaveLength(1)
    await way[Symbol.asyncDispose]()
    expect(await ask(url, {}, branch)).toEqual({ failure: 'connection_failed' })
  })

  test('has no more than the way may have', async () => {
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(5000)))
    await using small = await proxy.open({ bytes: 2000, connections: 8 })
    const branch = await small.branch()
    expect(await ask(url, {}, branch)).toEqual({ failure: 'connection_failed' })
    expect(await ask(url, {}, small.url)).toEqual({ failure: 'connection_failed' })
  })
})
