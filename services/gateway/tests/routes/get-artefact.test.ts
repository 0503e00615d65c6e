import { beforeAll, describe, expect, test } from '@jest/globals'
import { fileTypeOf } from '@render/outputs'
import { makeArtefactKey } from '@render/storage'
import { useWorld } from '../support/use-world.ts'

const DAY_MS = 86_400_000
const BODY = Buffer.from('0123456789')

describe('GET /renders/{key}', () => {
  const world = useWorld()
  let path: string

  beforeAll(async () => {
    path = await store('png')
  })

  async function store(extension: string, made = new Date(), body = BODY): Promise<string> {
    const key = makeArtefactKey(extension, made)
    await world.store.write(key, { bytes: body }, fileTypeOf(key))
    return `/renders/${key}`
  }

  const read = (at: string, headers: Record<string, string> = {}) => world.ask(at, { headers })

  describe('200', () => {
    test('the bytes, with headers that allow embedding and caching', async () => {
      const { status, body, headers } = await read(path)
      expect([status, Buffer.from(body)]).toEqual([200, BODY])
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '10',
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        etag: expect.stringMatching(/^".+"$/),
      })
      expect(headers.get('x-frame-options')).toBeNull()
    })

    test('and a preflight, let scripts of any page read them with conditions', async () => {
      const { status, headers } = await world.ask(path, { method: 'OPTIONS' })
      expect([status, headers.get('access-control-allow-headers')]).toEqual([204, '*'])
      const missing = await read(path.replace('.png', '.jpg'))
      expect([missing.status, missing.headers.get('access-control-allow-origin')]).toEqual([404, '*'])
    })

    test('can be cached until it expires, and no longer', async () => {
      const made = new Date(Date.now() - 29 * DAY_MS)
      const expiry = Date.UTC(made.getUTCFullYear(), made.getUTCMonth(), made.getUTCDate() + 31)
      const before = Date.now()
      const { headers } = await read(await store('png', made))
      const [, seconds] = /^public, max-age=(\d+), immutable$/.exec(headers.get('cache-control')!)!
      expect(Number(seconds) * 1000).toBeLessThanOrEqual(expiry - before)
      expect(Number(seconds) * 1000).toBeGreaterThan(expiry - Date.now() - 2000)
    })

    test.each([
      ['png', 'image/png', null],
      ['jpg', 'image/jpeg', null],
      ['webp', 'image/webp', null],
      ['pdf', 'application/pdf', null],
      ['mp4', 'video/mp4', null],
      ['md', 'text/markdown; charset=utf-8', null],
      ['json', 'application/json; charset=utf-8', null],
      ['html', 'text/html; charset=utf-8', 'sandbox'],
      ['svg', 'image/svg+xml', 'sandbox'],
      ['mhtml', 'multipart/related', 'sandbox'],
      ['xml', 'application/xml', 'sandbox'],
      ['unheard', 'application/octet-stream', 'sandbox'],
    ])('%s is %s, with the policy %s', async (extension, type, policy) => {
      const { headers } = await world.ask(await store(extension, new Date(), Buffer.from('{}')))
      expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([type, policy])
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    })

    test('HEAD: the headers without a body', async () => {
      const { status, headers, body } = await world.ask(path, { method: 'HEAD' })
      expect([status, headers.get('content-length'), body.length]).toEqual([200, '10', 0])
    })

    test('an empty file', async () => {
      const { status, body } = await read(await store('md', new Date(), Buffer.alloc(0)))
      expect([status, body.length]).toEqual([200, 0])
    })

    test.each(['bytes=0-1,4-5', 'bytes=a-b', 'lines=0-1', 'bytes=-11', 'nonsense'])(
      'the whole for %s',
      async (range) => {
        const { status, body } = await read(path, { range })
        expect([status, Buffer.from(body)]).toEqual([200, BODY])
      },
    )

    test('the whole file for a range in another unit', async () => {
      expect((await read(path, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
    })

    test('a large file, whole', async () => {
      const large = Buffer.from(Array.from({ length: 3_000_000 }, (_, i) => i % 251))
      const { body } = await read(await store('png', new Date(), large))
      expect(Buffer.from(body).equals(large)).toBe(true)
    })
  })

  describe('206', () => {
    test.each([
      ['bytes=2-4', 'bytes 2-4/10', '234'],
      ['bytes=7-', 'bytes 7-9/10', '789'],
      ['bytes=-3', 'bytes 7-9/10', '789'],
      ['bytes=8-100', 'bytes 8-9/10', '89'],
      ['bytes=0-0', 'bytes 0-0/10', '0'],
    ])('%s', async (range, contentRange, part) => {
      const { status, headers, body } = await read(path, { range })
      expect([status, headers.get('content-range'), Buffer.from(body).toString()]).toEqual([
        206,
        contentRange,
        part,
      ])
      expect(headers.get('content-length')).toBe(String(part.length))
    })

    test('with If-Range and the current ETag', async () => {
      const etag = (await read(path)).headers.get('etag')!
      expect((await read(path, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206)
    })
  })

  describe('304', () => {
    test.each([(etag: string) => etag, (etag: string) => `"other", W/${etag}`, () => '*'])(
      'to its own entity tag',
      async (condition) => {
        const etag = (await read(path)).headers.get('etag')!
        const { status, headers, body } = await read(path, { 'if-none-match': condition(etag) })
        expect([status, body.length]).toEqual([304, 0])
        expect(headers.get('cache-control')).toContain('immutable')
      },
    )

    test('for If-Modified-Since at its time, and not before', async () => {
      const modified = (await read(path)).headers.get('last-modified')!
      const before = new Date(Date.parse(modified) - 1000).toUTCString()
      expect((await read(path, { 'if-modified-since': modified })).status).toBe(304)
      expect((await read(path, { 'if-modified-since': before })).status).toBe(200)
    })

    test('not for another ETag', async () => {
      expect((await read(path, { 'if-none-match': '"other"' })).status).toBe(200)
    })
  })

  describe('404', () => {
    test('once it has expired, although it still exists', async () => {
      const [young, old] = [
        await store('png', new Date(Date.now() - 30 * DAY_MS)),
        await store('png', new Date(Date.now() - 31 * DAY_MS)),
      ]
      expect((await read(young)).status).toBe(200)
      const answer = await read(old)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound'])
      expect(answer.headers.get('cache-control')).toBe('no-store')
    })

    test.each([
      '/renders/2026/11/20/AAAAAAAAAAAAAAAAAAAAAA.png',
      '/renders/9999/99/99/AAAAAAAAAAAAAAAAAAAAAA.png',
      '/renders/',
      '/renders/x',
      '/renders/..%2f..%2f..%2fetc%2fpasswd',
      '/renders/2026/11/20/..%2f..%2fx.png',
      '/renders/%00',
    ])('%s', async (at) => {
      const answer = await read(at)
      expect([answer.status, answer.body.error.code]).toEqual([404, 'NotFound'])
    })

    test('has the security headers of all other answers', async () => {
      const { headers } = await read('/renders/x')
      expect(headers.get('content-security-policy')).toContain("default-src 'self'")
    })
  })

  describe('405', () => {
    test.each(['POST', 'DELETE'])('%s', async (method) => {
      const { status, headers } = await world.ask(path, { method })
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    })
  })

  describe('416', () => {
    test.each(['bytes=10-', 'bytes=20-30', 'bytes=-0'])('%s', async (range) => {
      const { status, headers, body } = await read(path, { range })
      expect([status, headers.get('content-range'), body.error.code]).toEqual([
        416,
        'bytes */10',
        'RangeNotSatisfiable',
      ])
      expect(headers.get('cache-control')).toBe('no-store')
    })
  })
})
