import { once } from 'node:events'
import { createServer as createTcp } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress } from '../src/policy/egress-policy.ts'
import { createHttpClient } from '../src/client/http-client.ts'
import { startDnsServer } from '@render/testkit'
import { allowedHost, requestOf, startTestNetwork, type TestNetwork } from './test-network.ts'

let net: TestNetwork

beforeEach(async () => {
  net = await startTestNetwork()
})

afterEach(() => net[Symbol.asyncDispose]())

describe('an allowed receiver', () => {
  test('gets body and headers, and its response is returned', async () => {
    const { url, received } = await net.receiver((_request, response) => {
      response.writeHead(503, { 'retry-after': '120' }).end('busy')
    })
    const answer = await net.post(`${url}hook?a=b`, {
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    })
    expect(answer).toMatchObject({ status: 503, headers: { 'retry-after': '120' }, bodyStart: 'busy' })
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ body: '{"a":1}' })
    expect(received[0]!.request).toMatchObject({ method: 'POST', url: '/hook?a=b' })
    expect(received[0]!.request.headers).toMatchObject({
      'content-type': 'application/json',
      'content-length': '7',
      connection: 'close',
    })
    expect(received[0]!.request.headers).not.toHaveProperty('authorization')
  })

  test.each([
    ['us%40r:p%C3%A4ss', 'us@r:päss'],
    ['token', 'token:'],
    ['us%40r:50%', 'us@r:50%'],
  ])('gets %s of the address as Basic authorization', async (userinfo, pair) => {
    const { url, received } = await net.receiver()
    await net.post(url.replace('//', `//${userinfo}@`))
    const [scheme, credentials] = received[0]!.request.headers.authorization!.split(' ')
    expect(scheme).toBe('Basic')
    expect(Buffer.from(credentials!, 'base64').toString()).toBe(pair)
  })

  test('is dialled at the checked address, with one lookup', async () => {
    const { url, received } = await net.receiver()
    net.zone['hook.com'] = [allowedHost, '127.0.0.1']
    const named = url.replace(allowedHost, 'hook.com')
    expect(await net.post(named)).toMatchObject({ status: 200 })
    expect(received[0]!.request.headers.host).toBe(new URL(named).host)
    expect(net.dns.questions.filter((question) => question === 'A hook.com')).toHaveLength(1)
  })

  test('is checked for every connection', async () => {
    const { url } = await net.receiver()
    net.zone['hook.com'] = [allowedHost, '127.0.0.1']
    const client = net.newClient()
    const named = new URL(url.replace(allowedHost, 'hook.com'))
    expect(await client.post(named, requestOf())).toMatchObject({ status: 200 })
    expect(await client.post(named, requestOf())).toEqual({ failure: 'destination_not_allowed' })
  })

  test.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    const { url } = await net.receiver((_request, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${net.canary.port}/` }).end()
    })
    expect(await net.post(url)).toMatchObject({ status })
    expect(net.canary.connections).toBe(0)
  })

  test('that responds without end is cut; its status is returned', async () => {
    let sentBytes = 0
    const cut = Promise.withResolvers<void>()
    const { url } = await net.receiver((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      response.on('close', cut.resolve)
      const send = () => {
        while (!response.destroyed && response.write(chunk)) {
          sentBytes += chunk.length
        }
      }
      response.on('drain', send)
      send()
    })
    expect(await net.post(url)).toMatchObject({ status: 200 })
    await cut.promise
    // At most the contents of the kernel's buffers were sent.
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024)
  })

  test('with a long response gives its first kilobyte, in whole characters', async () => {
    const { url } = await net.receiver((_request, response) =>
      response.end('é'.repeat(100) + '€'.repeat(10_000)),
    )
    expect(await net.post(url)).toMatchObject({ bodyStart: 'é'.repeat(100) + '€'.repeat(274) })
  })

  test('gets no accept-encoding, and a compressed response is not decompressed', async () => {
    const { url, received } = await net.receiver((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(10_000_000)))
    })
    expect(await net.post(url)).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } })
    expect(received[0]!.request.headers).not.toHaveProperty('accept-encoding')
  })

  test('that sends its body byte by byte has responded', async () => {
    const url = await net.rawReceiver((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10000\r\n\r\n')
      const timer = setInterval(() => socket.write('.'), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await net.post(url, { timeoutMs: 3000 })).toMatchObject({ status: 200 })
  })

  test('that closes the connection during the body has responded', async () => {
    const url = await net.rawReceiver((socket) => {
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\npart')
    })
    expect(await net.post(url)).toMatchObject({ status: 200, bodyStart: 'part' })
  })
})

describe('no response', () => {
  test('in time is "timeout"', async () => {
    expect(await net.post(await net.rawReceiver(() => undefined), { timeoutMs: 300 })).toEqual({
      failure: 'timeout',
    })
  })

  test('in time is "timeout" if headers arrive byte by byte', async () => {
    const url = await net.rawReceiver((socket) => {
      const head = `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(10_000)}`
      let sent = 0
      const timer = setInterval(() => socket.write(head[sent++]!), 20)
      socket.on('close', () => clearInterval(timer))
    })
    expect(await net.post(url, { timeoutMs: 300 })).toEqual({ failure: 'timeout' })
  })

  test('in time is "timeout" during name resolution', async () => {
    const silent = await startDnsServer(() => undefined)
    const client = createHttpClient(createEgress({ allow: [], dnsServers: [silent.address] }))
    const answer = await client.post(new URL('http://silent.com/'), requestOf({ timeoutMs: 100 }))
    expect(answer).toEqual({ failure: 'timeout' })
    await silent[Symbol.asyncDispose]()
  })

  test('from a closed port is "connection_failed"', async () => {
    const server = createTcp()
    const port = await net.listen(server, allowedHost)
    server.close()
    await once(server, 'close')
    expect(await net.post(`http://${allowedHost}:${port}/`)).toEqual({ failure: 'connection_failed' })
  })

  test('from a receiver that closes the connection is "connection_failed"', async () => {
    expect(await net.post(await net.rawReceiver((socket) => socket.destroy()))).toEqual({
      failure: 'connection_failed',
    })
  })

  test('in HTTP is "invalid_response"', async () => {
    const url = await net.rawReceiver((socket) => socket.end('220 mail.example.com ESMTP\r\n'))
    expect(await net.post(url)).toEqual({ failure: 'invalid_response' })
  })

  test('because the signal aborts rejects with its reason', async () => {
    const url = await net.rawReceiver(() => undefined)
    const stopping = new AbortController()
    const answer = net.post(url, { signal: stopping.signal })
    stopping.abort(new Error('shutting down'))
    await expect(answer).rejects.toThrow('shutting down')
  })
})
