import { describe, expect, test } from '@jest/globals'
import { ask, ORIGIN_HOST, startTestStack } from '@render/testkit'
import { crc32, gzipSync } from 'node:zlib'
import { useWorld } from './use-world.ts'

describe('bad input', () => {
  const world = useWorld()

  async function post(init: {
    key?: string
    body?: string | Uint8Array<ArrayBuffer>
    headers?: Record<string, string>
  }) {
    const answer = await ask(`${world.stack.info.baseUrl}/v1/render/sync`, {
      method: 'POST',
      headers: {
        ...(init.key !== undefined && { authorization: init.key }),
        'content-type': 'application/json',
        ...init.headers,
      },
      body: init.body ?? '{"html":"x"}',
    })
    expect(answer.headers.get('x-service-request-id')).toBe(answer.body.requestId)
    expect(answer.body.error.message).toBeTruthy()
    expect(answer.headers.get('x-service-error-message')).toBeTruthy()
    return [answer.status, answer.body.error.code]
  }

  const withKey = () => `Bearer ${world.stack.info.secretKey}`

  describe('keys', () => {
    test('none', async () => expect(await post({})).toEqual([401, 'NoApiKeySupplied']))
    test('unknown', async () => {
      const other = `sk_${'A'.repeat(43)}`
      const checksum = crc32(other).toString(16).padStart(8, '0')
      expect(await post({ key: `Bearer ${other}${checksum}` })).toEqual([401, 'ApiKeyNotFound'])
    })
    test.each(['Bearer x', 'Basic abc', 'Bearer', 'Bearer sk_'])('malformed: %s', async (key) => {
      expect(await post({ key })).toEqual([401, 'ApiKeyWrongFormat'])
    })
    test('of another kind', async () => {
      expect(await post({ key: `Bearer ${world.stack.info.organisationKey}` })).toEqual([
        401,
        'ApiKeyWrongFormat',
      ])
    })
  })

  describe('bodies', () => {
    test.each(['{', '"text"', 'null', '[]', '12'])('%s', async (body) => {
      expect(await post({ key: withKey(), body })).toEqual([400, 'InvalidOptions'])
    })
    test('11 MB', async () => {
      const body = JSON.stringify({ html: 'x'.repeat(11 * 1024 * 1024) })
      expect(await post({ key: withKey(), body })).toEqual([413, 'BodyTooLarge'])
    })
    test('a gzip bomb', async () => {
      const body = gzipSync(`{"html":"${' '.repeat(50 * 1024 * 1024)}"}`)
      expect(await post({ key: withKey(), body, headers: { 'content-encoding': 'gzip' } })).toEqual([
        413,
        'BodyTooLarge',
      ])
    })
    test('plain text', async () => {
      const answer = await post({ key: withKey(), body: 'url=x', headers: { 'content-type': 'text/plain' } })
      expect(answer).toEqual([415, 'UnsupportedMediaType'])
    })
  })

  describe('options', () => {
    test.each([
      [{}, 400, 'NoUrlSupplied'],
      [{ url: 12 }, 400, 'UrlWasNotAStringError'],
      [{ url: ['http://example.com'] }, 400, 'UrlWasNotAStringError'],
      [{ html: 'x', format: 'bmp' }, 400, 'InvalidOptions'],
      [{ html: 'x', width: 0 }, 400, 'InvalidOptions'],
      [{ html: 'x', width: 8193 }, 400, 'InvalidOptions'],
      [{ html: 'a\0b' }, 400, 'HTMLProcessError'],
    ])('%j', async (options, status, code) => {
      expect(await post({ key: withKey(), body: JSON.stringify(options) })).toEqual([status, code])
    })
  })

  describe('addresses', () => {
    test.each([
      ['file:///etc/passwd', 'InvalidURLError'],
      ['chrome://version', 'InvalidURLError'],
      ['data:text/html,hello', 'InvalidURLError'],
      ['javascript:alert(1)', 'InvalidURLError'],
      ['view-source:http://127.0.0.1/', 'InvalidURLError'],
      ['http://', 'InvalidURLError'],
      ['http://169.254.169.254/latest/meta-data', 'URLDoesNotResolveError'],
      ['http://127.1/', 'URLDoesNotResolveError'],
      ['http://[::1]/', 'URLDoesNotResolveError'],
      ['http://localhost/', 'URLDoesNotResolveError'],
      ['http://10.0.0.1/', 'URLDoesNotResolveError'],
      ['http://a-name-that-does-not-exist.com/', 'URLDoesNotResolveError'],
      ['http://example.nonsense/', 'InvalidURLExtensionError'],
    ])('%s', async (url, code) => {
      for (const options of [{ url }, { html: 'x', base_url: url }])
        expect(await post({ key: withKey(), body: JSON.stringify(options) })).toEqual([400, code])
    })

    test('our own listeners, although their host is allowed', async () => {
      await using other = await startTestStack({ environment: { EGRESS_ALLOW: '127.0.0.0/8' } })
      for (const port of Object.values(other.info.ports)) {
        const url = `http://127.0.0.1:${port}/`
        const answer = await other.client.sync({ url })
        expect([answer.status, answer.body.error?.code]).toEqual([400, 'URLDoesNotResolveError'])
      }
    }, 120_000)
  })

  describe('targets', () => {
    test.each([
      ['/reset', 400, 'NavigationError'],
      ['/empty', 400, 'NavigationError'],
      ['/not-http', 400, 'NavigationError'],
      ['/download', 400, 'NavigationError'],
      ['/archive', 400, 'NavigationError'],
      ['/redirect-loop', 400, 'NavigationError'],
      ['/no-content', 400, 'NavigationError'],
      ['/never-answers', 500, 'RenderTimeoutError'],
      ['/never-ends', 500, 'RenderTimeoutError'],
      ['/loops-forever', 500, 'RenderTimeoutError'],
      ['/loops-after-load', 500, 'RenderTimeoutError'],
    ])('%s, and the next render is fine', async (path, status, code) => {
      const started = performance.now()
      const answer = await post({
        key: withKey(),
        body: JSON.stringify({ url: world.origin.url + path, timeout: 5000 }),
      })
      expect(answer).toEqual([status, code])
      expect(performance.now() - started).toBeLessThan(10_000)
      expect((await world.stack.client.sync({ url: `${world.origin.url}/red` })).status).toBe(200)
    })

    test('a host that refuses the connection', async () => {
      const url = `http://${ORIGIN_HOST}:1/`
      expect(await post({ key: withKey(), body: JSON.stringify({ url }) })).toEqual([400, 'NavigationError'])
    })
  })

  describe('paths', () => {
    test.each([
      ['GET', '/v1/nothing', 404, 'NotFound'],
      ['GET', '/v1/render/sync', 405, 'MethodNotAllowed'],
      ['DELETE', '/v1/render/async', 405, 'MethodNotAllowed'],
      ['GET', '/v1/render/', 400, 'NoRenderIdProvided'],
      ['GET', '/renders/2026/01/01/../../../../etc/passwd', 404, 'NotFound'],
    ])('%s %s', async (method, path, status, code) => {
      const answer = await ask(`${world.stack.info.baseUrl}${path}`, { method })
      expect([answer.status, answer.body.error.code]).toEqual([status, code])
    })
  })
})
