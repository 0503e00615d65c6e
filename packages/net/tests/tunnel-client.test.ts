import { createServer } from 'node:https'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { startUpstreamProxy } from '@render/testkit'
import { startEgressProxy, type EgressProxy, type EgressTunnel } from '../src/proxy/start-proxy.ts'
import { parseUpstreamProxy } from '../src/proxy/upstream-proxy.ts'
import { createTunnelClient, type TunnelRequest } from '../src/client/tunnel-client.ts'
import { selfSignedCertificate } from './certificate.ts'
import { allowedHost, startTestNetwork, type TestNetwork } from './test-network.ts'

let net: TestNetwork
let proxy: EgressProxy
let tunnel: EgressTunnel
beforeEach(async () => {
  net = await startTestNetwork()
  net.zone['named.com'] = [allowedHost, allowedHost]
  proxy = await startEgressProxy({ allow: ['127.0.1.0/24'], dnsServers: [net.dns.address] })
  tunnel = await proxy.openTunnel({ bytes: 1e6, connections: 8 })
})
afterEach(async () => {
  await proxy[Symbol.asyncDispose]()
  await net[Symbol.asyncDispose]()
})

function ask(url: string, request: Partial<TunnelRequest> = {}, at = tunnel.url) {
  const { signal } = new AbortController()
  const client = createTunnelClient({ url: at, rejectUnauthorized: true, maxBytes: 1e6 })
  return client.request(new URL(url), { method: 'GET', maxBytes: 1e6, signal, ...request })
}

describe('a tunnel client', () => {
  test('sends host, headers and body, and decompresses the response', async () => {
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
    expect(await tunnel.bytes()).toBeGreaterThan(100)
  })

  test.each(['GET', 'HEAD', 'POST', 'DELETE'])('sends %s without a body', async (method) => {
    const { url, received } = await net.receiver()
    expect(await ask(url, { method })).toMatchObject({ status: 200 })
    expect(received).toMatchObject([{ body: '', request: { method } }])
  })

  test('does not follow redirects', async () => {
    const { url } = await net.receiver((_, res) => res.writeHead(302, { location: '/elsewhere' }).end())
    expect(await ask(url)).toMatchObject({ status: 302, headers: { location: '/elsewhere' } })
  })

  test('limits the size of a response, decompressed', async () => {
    const { url } = await net.receiver((_, res) =>
      res.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(100_000))),
    )
    expect(await ask(url, { maxBytes: 99_999 })).toEqual({ failure: 'too_large' })
    expect(await ask(url, { maxBytes: 100_000 })).toMatchObject({ status: 200 })
  })

  test('limits the size of all responses together', async () => {
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(4)))
    const client = createTunnelClient({ url: tunnel.url, rejectUnauthorized: true, maxBytes: 10 })
    const { signal } = new AbortController()
    const sizes = []
    for (let times = 0; times < 3; times++) {
      const answer = await client.request(new URL(url), { method: 'GET', maxBytes: 5, signal })
      sizes.push('failure' in answer ? answer.failure : answer.body.length)
    }
    expect(sizes).toEqual([4, 4, 'too_large'])
  })

  test('fails for addresses that the tunnel refuses', async () => {
    for (const host of ['127.0.0.1', 'nobody.com', '[::1]'])
      expect(await ask(`http://${host}:${net.canary.port}/`)).toEqual({ failure: 'connection_failed' })
    expect(net.canary.connections).toBe(0)
    expect(await ask(await net.rawReceiver((socket) => socket.end('no http')))).toEqual({
      failure: 'invalid_response',
    })
  })

  test('requires valid certificates unless rejectUnauthorized is false', async () => {
    const server = createServer(selfSignedCertificate('named.com'), (_, res) => res.end('secret'))
    const url = new URL(`https://named.com:${await net.listen(server, allowedHost)}/`)
    const { signal } = new AbortController()
    const request = { method: 'GET', maxBytes: 1e6, signal }
    const client = (rejectUnauthorized: boolean) =>
      createTunnelClient({ url: tunnel.url, rejectUnauthorized, maxBytes: 1e6 })
    expect(await client(true).request(url, request)).toEqual({ failure: 'connection_failed' })
    expect(await client(false).request(url, request)).toMatchObject({ body: Buffer.from('secret') })
  })

  test('rejects when its signal aborts', async () => {
    const { url } = await net.receiver(() => undefined)
    const response = ask(url, { signal: AbortSignal.timeout(100) })
    await expect(response).rejects.toMatchObject({ name: 'TimeoutError' })
  })
})

describe('a branch of a tunnel', () => {
  test('has its own route, and is counted and closed with its tunnel', async () => {
    await using other = await startUpstreamProxy('http')
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(5000)))
    const branch = await tunnel.branch({ upstream: parseUpstreamProxy(other.url)!, isTrusted: false })
    expect(await ask(url, {}, branch)).toMatchObject({ status: 200 })
    expect([other.targets.length, (await tunnel.bytes()) > 5000]).toEqual([1, true])
    expect(await ask(url)).toMatchObject({ status: 200 })
    expect(other.targets).toHaveLength(1)
    await tunnel[Symbol.asyncDispose]()
    expect(await ask(url, {}, branch)).toEqual({ failure: 'connection_failed' })
  })

  test('has the limits of its tunnel', async () => {
    const { url } = await net.receiver((_, res) => res.end('x'.repeat(5000)))
    await using small = await proxy.openTunnel({ bytes: 2000, connections: 8 })
    const branch = await small.branch()
    expect(await ask(url, {}, branch)).toEqual({ failure: 'connection_failed' })
    expect(await ask(url, {}, small.url)).toEqual({ failure: 'connection_failed' })
  })
})
