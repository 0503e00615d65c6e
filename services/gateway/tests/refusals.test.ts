import { describe, expect, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import { makeApiKey } from '@render/vault'
import { gzipSync } from 'node:zlib'
import { refuse, type Attempt } from './support/refuse.ts'
import { useWorld } from './support/use-world.ts'

const path = '/v1/render/sync'

describe(`POST ${path} refuses`, () => {
  const world = useWorld()

  const refusal = (attempt: Attempt) => refuse(world, path, attempt)
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
    ])('G01 %s: %s', async (_what, code, authorization) => {
      expect((await refusal({ authorization: authorization() })).refused).toBe(code)
    })

    test.each<[string, Partial<Account>]>([
      ['401 ProjectNotFound', { project: null }],
      ['401 ProjectNotEnabled', { project: { id: 'project_1', enabled: false } }],
      ['401 UserNotFoundError', { user: null }],
      ['400 NoPlan', { plan: null }],
      ['400 NotConfirmed', { user: { confirmed: false } }],
      ['401 AccountBlocked', { blocked: {} }],
      ['403 AccountBlocked', { blocked: { statusCode: 403, message: 'Please write to us.' } }],
      ['400 NotActive', { activeUntil: '2020-01-01T00:00:00.000Z' }],
    ])('G04 %s', async (code, differing) => {
      const authorization = `Bearer ${world.management.addKey(differing)}`
      expect((await refusal({ authorization })).refused).toBe(code)
    })

    test('but not an active subscription', async () => {
      const key = world.management.addKey({ activeUntil: new Date(Date.now() + 60_000).toISOString() })
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
      expect((await world.post(path, { html: 'x' }, { headers })).status).toBeLessThan(300)
    })

    test('before it reads the body', async () => {
      const body = '{not json'
      expect((await refusal({ authorization: 'Bearer x', body })).refused).toBe('401 ApiKeyWrongFormat')
      expect(
        (await refusal({ authorization: 'Bearer x', headers: { 'content-type': 'text/plain' } })).refused,
      ).toBe('401 ApiKeyWrongFormat')
    })

    test('G02 a malformed key without calling management', async () => {
      world.management.requests.length = 0
      await refusal({ authorization: `Bearer ${world.key}x` })
      expect(world.management.questions()).toEqual([])
    })
  })

  describe('bodies', () => {
    test.each(['', '{', '"text"', 'null', '[]', '12', '{"html":"x",}'])(
      '%j: 400 InvalidOptions',
      async (body) => {
        expect((await refusal({ body })).refused).toBe('400 InvalidOptions')
      },
    )

    test('11 MB: 413', async () => {
      const body = JSON.stringify({ html: 'x'.repeat(11 * 1024 * 1024) })
      expect((await refusal({ body })).refused).toBe('413 BodyTooLarge')
    })

    test('a gzip bomb: 413', async () => {
      const body = gzipSync(JSON.stringify({ html: ' '.repeat(50 * 1024 * 1024) }))
      expect((await refusal({ body, headers: { 'content-encoding': 'gzip' } })).refused).toBe(
        '413 BodyTooLarge',
      )
    })

    test.each(['text/plain', 'multipart/form-data; boundary=x', 'application/json; charset=foo'])(
      '%s: 415',
      async (type) => {
        expect((await refusal({ headers: { 'content-type': type } })).refused).toBe(
          '415 UnsupportedMediaType',
        )
      },
    )

    test.each([
      '{"html":"x","__proto__":{"a":1}}',
      '{"html":"x","a":{"constructor":1}}',
      '{"a":'.repeat(50_000),
    ])('dangerous keys and depths: 400', async (body) => {
      expect((await refusal({ body })).refused).toBe('400 InvalidOptions')
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
      expect((await options(value)).refused).toBe(`400 ${code}`)
    })

    test('and names each wrong option in the message and in the details', async () => {
      const { message, details, errors } = await options({ html: 'x', width: 0, format: 'bmp' })
      expect(message).toContain('"width"')
      expect(message).toContain('"format"')
      expect(details.map(({ option }: { option: string }) => option).toSorted()).toEqual(['format', 'width'])
      expect(Object.keys(JSON.parse(errors)).toSorted()).toEqual(['format', 'width'])
    })

    test('but accepts both spellings of an option', async () => {
      expect((await world.post(path, { html: 'x', full_page: true, fullPage: 'yes' })).status).toBeLessThan(
        300,
      )
    })
  })
})

// Both read requests with the same function; these samples show that both call it.
describe('POST /v1/render/async refuses the same', () => {
  const world = useWorld()

  test.each<[string, Attempt]>([
    ['401 ApiKeyNotFound', { authorization: `Bearer ${makeApiKey('sk')}` }],
    ['415 UnsupportedMediaType', { headers: { 'content-type': 'text/plain' } }],
    ['400 InvalidOptions', { body: '{"html":"x","format":"bmp"}' }],
  ])('%s', async (code, attempt) => {
    expect((await refuse(world, '/v1/render/async', attempt)).refused).toBe(code)
  })
})
