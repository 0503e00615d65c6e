import { createServer as createHttps } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createEgress } from '../src/policy/egress-policy.ts'
import { createHttpClient } from '../src/client/http-client.ts'
import { selfSignedCertificate, type Certificate } from './certificate.ts'
import { allowedHost, requestOf, startTestNetwork, type TestNetwork } from './test-network.ts'

let net: TestNetwork

beforeEach(async () => {
  net = await startTestNetwork()
})

afterEach(() => net[Symbol.asyncDispose]())

describe('TLS', () => {
  const system = getCACertificates('default')
  afterEach(() => setDefaultCACertificates(system))

  test.each<[string, Certificate, boolean, unknown]>([
    ['a trusted certificate is accepted', selfSignedCertificate('hook.com'), true, { status: 200 }],
    ['a self-signed one is refused', selfSignedCertificate('hook.com'), false, { failure: 'tls_failed' }],
    ['an expired one is refused', selfSignedCertificate('hook.com', -1), true, { failure: 'tls_failed' }],
    ['one for another host is refused', selfSignedCertificate('other.com'), true, { failure: 'tls_failed' }],
  ])('%s', async (_case, certificate, isTrusted, expected) => {
    setDefaultCACertificates(isTrusted ? [...system, certificate.cert] : system)
    const server = createHttps(certificate, (_request, response) => response.end())
    const port = await net.listen(server, allowedHost)
    net.zone['hook.com'] = [allowedHost]
    expect(await net.post(`https://hook.com:${port}/`)).toMatchObject(expected as object)
  })

  test('a receiver without TLS is refused', async () => {
    const { url, received } = await net.receiver()
    expect(await net.post(url.replace('http:', 'https:'))).toEqual({ failure: 'tls_failed' })
    expect(received).toEqual([])
  })
})

describe('a destination that is not allowed is never connected to', () => {
  test('while the canary is reached when it is allowed', async () => {
    const client = createHttpClient(createEgress({ allow: ['127.0.0.1'] }))
    expect(await client.post(new URL(`http://127.0.0.1:${net.canary.port}/`), requestOf())).toMatchObject({
      status: 200,
    })
    expect(net.canary.connections).toBe(1)
  })

  test.each([
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0',
    '[::ffff:127.0.0.1]',
    '[::1]',
    'localhost',
    '127.0.0.1.',
  ])('%s', async (host) => {
    expect(await net.post(`http://${host}:${net.canary.port}/`)).toEqual({
      failure: 'destination_not_allowed',
    })
    expect(net.canary.connections).toBe(0)
  })

  test('by a name that resolves to it, or does not resolve', async () => {
    net.zone['inside.com'] = ['127.0.0.1']
    expect(await net.post(`http://inside.com:${net.canary.port}/`)).toEqual({
      failure: 'destination_not_allowed',
    })
    expect(await net.post(`http://absent.com:${net.canary.port}/`)).toEqual({
      failure: 'destination_not_allowed',
    })
    expect(net.canary.connections).toBe(0)
  })

  test('when it is one of our own listeners', async () => {
    const { url, received } = await net.receiver()
    const egress = createEgress({ allow: ['127.0.1.0/24'], ownListeners: [new URL(url).host] })
    const answer = await createHttpClient(egress).post(new URL(url), requestOf())
    expect(answer).toEqual({ failure: 'destination_not_allowed' })
    expect(received).toEqual([])
  })
})
