import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { allowedHost, requestOf, startTestNetwork, type TestNetwork } from './test-network.ts'

let net: TestNetwork

beforeEach(async () => {
  net = await startTestNetwork()
})

afterEach(() => net[Symbol.asyncDispose]())

function download(address: string, { timeoutMs = 5000, maxBytes = 1000, httpsOnly = false } = {}) {
  return net.newClient().download(new URL(address), { timeoutMs, maxBytes, httpsOnly })
}

describe('a download', () => {
  test('returns status, type and body', async () => {
    const { url, received } = await net.receiver((_request, response) => {
      response.writeHead(404, { 'content-type': 'image/png' }).end('bytes')
    })
    expect(await download(`${url}a?b`)).toEqual({
      status: 404,
      contentType: 'image/png',
      body: Buffer.from('bytes'),
    })
    expect(received[0]!.request).toMatchObject({ method: 'GET', url: '/a?b' })
  })

  test('is limited in size', async () => {
    const { url } = await net.receiver((request, response) =>
      response.end('x'.repeat(Number(request.url!.slice(1)))),
    )
    expect(await download(`${url}1000`)).toMatchObject({ body: Buffer.from('x'.repeat(1000)) })
    expect(await download(`${url}1001`)).toEqual({ failure: 'too_large' })
  })

  test('follows redirects, including relative ones', async () => {
    const { url } = await net.receiver((request, response) => {
      if (request.url === '/there') response.end('found')
      else response.writeHead(302, { location: 'there' }).end()
    })
    expect(await download(url)).toMatchObject({ status: 200, body: Buffer.from('found') })
  })

  test('limits the number of redirects', async () => {
    const { url, received } = await net.receiver((_request, response) =>
      response.writeHead(302, { location: '/' }).end(),
    )
    expect(await download(url)).toEqual({ failure: 'too_many_redirects' })
    expect(received).toHaveLength(6)
  })

  test('goes to http only where the operator allowed the host, when it is to be secure', async () => {
    const { url, received } = await net.receiver((_request, response) => response.end('x'))
    const named = Object.assign(new URL(url), { hostname: 'a.com' }).href
    net.zone['a.com'] = [allowedHost, allowedHost]
    expect(await download(named)).toMatchObject({ status: 200 })
    expect(await download(named, { httpsOnly: true })).toEqual({ failure: 'destination_not_allowed' })
    expect(await download(url, { httpsOnly: true })).toMatchObject({ status: 200 })
    expect(received).toHaveLength(2)
  })

  test('does not follow redirects to denied addresses', async () => {
    const { url } = await net.receiver((_request, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${net.canary.port}/` }).end()
    })
    expect(await download(url)).toEqual({ failure: 'destination_not_allowed' })
    expect(net.canary.connections).toBe(0)
  })

  test('without end fails at its time limit', async () => {
    const { url } = await net.receiver((_request, response) => void response.write('some'))
    expect(await download(url, { timeoutMs: 300 })).toEqual({ failure: 'timeout' })
  })

  test('that is cut fails', async () => {
    const { url } = await net.receiver((_request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('some', () => response.destroy())
    })
    expect(await download(url)).toEqual({ failure: 'connection_failed' })
  })
})

test('put sends the body', async () => {
  const { url, received } = await net.receiver()
  const request = requestOf({ body: Buffer.from([1, 2, 3]), headers: { 'content-type': 'image/png' } })
  expect(await net.newClient().put(new URL(url), request)).toMatchObject({ status: 200 })
  expect(received[0]!.request).toMatchObject({
    method: 'PUT',
    headers: { 'content-type': 'image/png', 'content-length': '3' },
  })
})
