import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Account } from '@render/directory'
import { makeApiKey } from '@render/vault'
import { gzipSync } from 'node:zlib'
import { ALLOWED_URL, startWorld, type World } from './support/start-world.ts'

// What the routes that make renders refuse, each with its status and code; both ways to make one refuse alike.
describe.each(['/v1/render/sync', '/v1/render/async'])('POST %s refuses', (path) => {
  let world: World

  beforeAll(async () => {
    world = await startWorld()
  }, 30_000)

  afterAll(async () => {
    await world[Symbol.asyncDispose]()
  }, 40_000)

  async function refusal(init: {
    authorization?: string
    body?: string | Buffer
    headers?: Record<string, string>
  }) {
    const { authorization = `Bearer ${world.key}`, body = '{"html":"x"}', headers } = init
    const answer = await world.ask(path, {
      method: 'POST',
      headers: { ...(authorization && { authorization }), 'content-type': 'application/json', ...headers },
      body: Buffer.from(body),
    })
    expect(answer.body.requestId).toBe(answer.headers.get('x-service-request-id'))
    expect(answer.headers.get('x-service-error-message')).toBeTruthy()
    expect(answer.headers.get('cache-control')).toBe('no-store')
    return { code: `${answer.status} ${answer.body.error.code}`, ...answer.body.error }
  }

  const options = (value: object) => refusal({ body: JSON.stringify(value) })

  describe('keys', () => {
    test.each<[string, string, () => string]>([
      ['none', '401 NoApiKeySupplied', () => ''],
      ['another scheme', '401 ApiKeyWrongFormat', () => `Basic ${world.key}`],
      ['no key after the scheme', '401 ApiKeyWrongFormat', () => 'Bearer'],
      ['a malformed key', '401 ApiKeyWrongFormat', () => 'Bearer sk_short'],
      ['a key with a wrong checksum', '401 ApiKeyWrongFormat', () => `Bearer ${world.key.slice(0, -1)}x`],
      ['ten thousand characters', '401 ApiKeyWrongFormat', () => `Bearer ${'x'.repeat(10_000)}`],
      ['a publishable key', '401 ApiKeyWrongFormat', () => `Bearer ${makeApiKey('pk')}`],
      ['a management key', '401 ApiKeyWrongFormat', () => `Bearer ${makeApiKey('mk')}`],
      ['an unknown key', '401 ApiKeyNotFound', () => `Bearer ${makeApiKey('sk')}`],
    ])('%s: %s', async (_what, code, authorization) => {
      expect(await refusal({ authorization: authorization() })).toMatchObject({ code: code.split(' ')[1] })
      expect((await refusal({ authorization: authorization() })).message).not.toContain('sk_sh')
    })

    test.each<[string, Partial<Account>]>([
      ['401 ProjectNotFound', { project: null }],
      ['401 ProjectNotEnabled', { project: { id: 'project_1', enabled: false } }],
      ['401 UserNotFoundError', { user: null }],
      ['400 NoPlan', { plan: null }],
      ['400 NotConfirmed', { user: { confirmed: false } }],
      ['400 NotActive', { activeUntil: '2020-01-01T00:00:00.000Z' }],
    ])('%s', async (code, differing) => {
      const answer = await world.ask(path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${world.management.addKey(differing)}`,
          'content-type': 'application/json',
        },
        body: '{"html":"x"}',
      })
      expect(`${answer.status} ${answer.body.error.code}`).toBe(code)
    })

    test('but not a subscription that goes on', async () => {
      const key = world.management.addKey({ activeUntil: new Date(Date.now() + 60_000).toISOString() })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      expect((await world.post(path, { html: 'x' }, { headers })).status).toBeLessThan(300)
    })

    test('before it looks at the body', async () => {
      const body = '{not json'
      expect((await refusal({ authorization: 'Bearer x', body })).code).toBe('ApiKeyWrongFormat')
      expect(
        (await refusal({ authorization: 'Bearer x', headers: { 'content-type': 'text/plain' } })).code,
      ).toBe('ApiKeyWrongFormat')
    })

    test('a malformed one without asking management', async () => {
      const asked = world.management.asked.length
      await refusal({ authorization: `Bearer ${world.key}x` })
      expect(world.management.asked).toHaveLength(asked)
    })
  })

  describe('bodies', () => {
    test.each(['', '{', '"text"', 'null', '[]', '12', '{"html":"x",}'])(
      '%j: 400 InvalidOptions',
      async (body) => {
        expect((await refusal({ body })).code).toBe('InvalidOptions')
      },
    )

    test('11 MB: 413', async () => {
      const body = JSON.stringify({ html: 'x'.repeat(11 * 1024 * 1024) })
      expect((await refusal({ body })).code).toBe('BodyTooLarge')
    })

    test('a gzip bomb: 413', async () => {
      const body = gzipSync(JSON.stringify({ html: ' '.repeat(50 * 1024 * 1024) }))
      expect((await refusal({ body, headers: { 'content-encoding': 'gzip' } })).code).toBe('BodyTooLarge')
    })

    test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=foo'])(
      '%s: 415',
      async (type) => {
        expect((await refusal({ headers: { 'content-type': type } })).code).toBe('UnsupportedMediaType')
      },
    )

    test.each([
      '{"html":"x","__proto__":{"a":1}}',
      '{"html":"x","a":{"constructor":1}}',
      '{"a":'.repeat(50_000),
    ])('keys and depths that hurt: 400', async (body) => {
      expect((await refusal({ body })).code).toBe('InvalidOptions')
    })
  })

  describe('options', () => {
    test.each<[object, string]>([
      [{}, 'NoUrlSupplied'],
      [{ url: '' }, 'NoUrlSupplied'],
      [{ url: 12 }, 'UrlWasNotAStringError'],
      [{ url: ['http://public.com/'] }, 'UrlWasNotAStringError'],
      [{ html: 'a\0b' }, 'HTMLProcessError'],
      [{ html: 'x'.repeat(8 * 1024 * 1024 + 1) }, 'HTMLProcessError'],
      [{ html: 'x', format: 'bmp' }, 'InvalidOptions'],
      [{ html: 'x', width: 'wide' }, 'InvalidOptions'],
      [{ html: 'x', width: 1, Width: 1, full_page: true, fullPage: false }, 'InvalidOptions'],
    ])('%# %s', async (value, code) => {
      expect((await options(value)).code).toBe(code)
    })

    test('and names each of them, in the message and in details', async () => {
      const { message, details, errors } = await options({ html: 'x', width: 0, format: 'bmp' })
      expect(message).toContain('"width"')
      expect(message).toContain('"format"')
      expect(details.map(({ option }: { option: string }) => option).toSorted()).toEqual(['format', 'width'])
      expect(Object.keys(JSON.parse(errors)).toSorted()).toEqual(['format', 'width'])
    })

    test('but takes both spellings of one value', async () => {
      expect((await world.post(path, { html: 'x', full_page: true, fullPage: 'yes' })).status).toBeLessThan(
        300,
      )
    })
  })

  describe.each(['url', 'webhook_url'])('addresses in %s', (option) => {
    test.each([
      ['file:///etc/passwd', 'InvalidURLError'],
      ['chrome://version', 'InvalidURLError'],
      ['data:text/html,x', 'InvalidURLError'],
      ['javascript:alert(1)', 'InvalidURLError'],
      ['view-source:http://public.com/', 'InvalidURLError'],
      ['http://', 'InvalidURLError'],
      [`http://public.com/${'a'.repeat(8192)}`, 'InvalidURLError'],
      ['http://public.com/\0', 'InvalidURLError'],
      ['http://169.254.169.254/latest/meta-data', 'URLDoesNotResolveError'],
      ['http://127.1/', 'URLDoesNotResolveError'],
      ['http://[::1]/', 'URLDoesNotResolveError'],
      ['http://2130706433/', 'URLDoesNotResolveError'],
      ['HTTP://10.0.0.1/', 'URLDoesNotResolveError'],
      ['http://localhost/', 'URLDoesNotResolveError'],
      ['http://inside.com/', 'URLDoesNotResolveError'],
      ['http://absent.com/', 'URLDoesNotResolveError'],
      ['http://public.com:22/', 'URLDoesNotResolveError'],
      ['http://example.nonsense/', 'InvalidURLExtensionError'],
      ['http://metadata.google.internal/', 'InvalidURLExtensionError'],
    ])('%s: %s', async (address, code) => {
      const error = await options({ html: 'x', [option]: address })
      expect(error.code).toBe(code)
      expect(error.details).toEqual([{ option, message: expect.any(String) }])
    })

    test('our own listeners, although the range is allowed', async () => {
      await using open = await startWorld({ EGRESS_ALLOW: '127.0.0.0/8' })
      const redis = `http://127.0.0.1:${open.redisLink.port}/`
      for (const address of [open.url, open.opsUrl, open.management.url, redis]) {
        const { body } = await open.post(path, { html: 'x', [option]: address })
        expect([address, body.error?.code]).toEqual([address, 'URLDoesNotResolveError'])
      }
      const origin = `http://127.0.0.1:${open.management.port + 1}/`
      expect((await open.post(path, { html: 'x', [option]: origin })).status).toBeLessThan(300)
    }, 40_000)

    test('but takes a public name, an allowed range, and a name that nobody decides in time', async () => {
      const silent = `https://${option.replace('_', '-')}.silent.com/`
      for (const address of ['public.com/x', ALLOWED_URL, silent]) {
        expect((await world.post(path, { html: 'x', [option]: address })).status).toBeLessThan(300)
      }
    })

    test('and never repeats them', async () => {
      const error = await options({ html: 'x', [option]: 'http://user:sesame@inside.com/?sesame' })
      expect(JSON.stringify(error)).not.toContain('sesame')
      expect(JSON.stringify(error)).not.toContain('10.0.0.1')
    })
  })

  test('both addresses at once are both named', async () => {
    const error = await options({ url: 'http://127.0.0.1/', webhook_url: 'file:///x' })
    expect(error.code).toBe('InvalidOptions')
    expect(error.details.map(({ option }: { option: string }) => option).toSorted()).toEqual([
      'url',
      'webhook_url',
    ])
  })
})
