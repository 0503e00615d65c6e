import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { request } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { bodyParser } from '../src/index.ts'
import { ask, serve } from './serve.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const LIMIT_BYTES = 100_000

describe('bodyParser', () => {
  let server: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    const post = [bodyParser(LIMIT_BYTES), (req, res) => void res.json(req.body)] satisfies Parameters<
      typeof serve
    >[0][0]['handlers']['post']
    server = await serve([{ name: 'echo', paths: ['/'], handlers: { post } }])
  })

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
  })

  function send(body: string | Buffer, type = JSON_TYPE, headers: Record<string, string> = {}) {
    return ask(server.url, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body: Buffer.from(body),
    })
  }

  describe('200', () => {
    test.each([
      ['JSON', JSON_TYPE, '{"url":"http://a.b/","n":1}', { url: 'http://a.b/', n: 1 }],
      ['JSON with a charset', `${JSON_TYPE}; charset=UTF-8`, '{"a":"ä"}', { a: 'ä' }],
      ['JSON with a byte order mark', JSON_TYPE, '\ufeff{"a":"ä"}', { a: 'ä' }],
      ['a type in capitals', 'Application/JSON', '{}', {}],
      ['a form', FORM_TYPE, 'url=http%3A%2F%2Fa.b%2F&n=1', { url: 'http://a.b/', n: '1' }],
      ['an empty form', FORM_TYPE, '', {}],
      ['a form with lists', FORM_TYPE, 'a[]=1&a[]=2&b=1&b=2&c=1', { a: ['1', '2'], b: ['1', '2'], c: '1' }],
      [
        'a form with lists of objects',
        FORM_TYPE,
        'a[][b]=1&a%5B%5D%5Bc%5D[]=2&a[][c][]=3&a[][b]=1&a[][c][]=4&d[1][b]=5&d[][b]=6&d[][b]',
        {
          a: [
            { b: '1', c: ['2', '3'] },
            { b: '1', c: ['4'] },
          ],
          d: [{ b: '5' }, { b: '6' }, { b: '' }],
        },
      ],
      ['a form in UTF-8', FORM_TYPE, 'a=caf%C3%A9+é&é=1', { a: 'café é', é: '1' }],
      ['a form with a lone %', FORM_TYPE, 'a=50%&b=%zz&c=%C3%A9%20', { a: '50%', b: '%zz', c: 'é ' }],
      ['a form in Latin-1', `${FORM_TYPE}; charset=ISO-8859-1`, 'a=caf%E9', { a: 'café' }],
      [
        'a form with "=" in values',
        FORM_TYPE,
        'a=b?c[]=d&e[]=f[g]=h==&i=%5D=',
        { a: 'b?c[]=d', e: ['f[g]=h=='], i: ']=' },
      ],
      ['a form with "=" beside a lone %', FORM_TYPE, 'a=b=50%&c=[x=y]{1%}', { a: 'b=50%', c: '[x=y]{1%}' }],
      ['a form with a byte order mark', FORM_TYPE, '\ufeffa=1', { a: '1' }],
      ['a form with "=" in Latin-1', `${FORM_TYPE}; charset=iso-8859-1`, 'a=%E9[]=1', { a: 'é[]=1' }],
      ['a form with a large index', FORM_TYPE, 'a[150]=x', { a: { 150: 'x' } }],
    ])('parses %s', async (_what, type, body, parsed) => {
      expect(await send(body, type)).toMatchObject({ status: 200, body: parsed })
    })

    test.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const)('decompresses %s', async (encoding, compress) => {
      const answer = await send(compress('{"a":1}'), JSON_TYPE, { 'content-encoding': encoding })
      expect(answer).toMatchObject({ status: 200, body: { a: 1 } })
    })
  })

  describe('400', () => {
    test.each(['', '{', '"text"', 'null', '123', '[]', '{"a":1,}', '{"a":NaN}'])(
      'refuses JSON that is not an object: %j',
      async (body) => {
        expect(await send(body)).toMatchObject({ status: 400, code: 'InvalidOptions' })
      },
    )

    test.each([
      ['JSON', JSON_TYPE, '{"a":{"constructor":{"prototype":{"x":1}}}}'],
      ['JSON', JSON_TYPE, '{"__proto__":{"x":1}}'],
      ['a form', FORM_TYPE, 'constructor[prototype][x]=1'],
    ])('refuses a key that reaches a prototype, in %s', async (_what, type, body) => {
      expect(await send(body, type)).toMatchObject({ status: 400, code: 'InvalidOptions' })
      expect(({} as { x?: number }).x).toBeUndefined()
    })

    test.each([
      ['gzip', Buffer.from('not gzip')],
      ['br', Buffer.from([255, 255, 255, 255])],
    ])('refuses bytes that are not %s', async (encoding, body) => {
      const answer = await send(body, JSON_TYPE, { 'content-encoding': encoding })
      expect(answer).toMatchObject({ status: 400, code: 'InvalidOptions' })
    })

    test.each(['a=caf%E9', 'b=1&a=x%C3', 'caf%E9=1', 'a=50%+of+%C3%A9', Buffer.from('a=caf\xe9', 'latin1')])(
      'refuses a form with text that cannot be decoded: %s',
      async (body) => {
        const { status, code, body: answer } = await send(body, FORM_TYPE)
        expect([status, code]).toEqual([400, 'InvalidOptions'])
        expect(answer.error?.message).toContain('send "é" as %C3%A9')
      },
    )

    test.each(['{"url":"http://a.b/?c=d&e=%20"}', '\r\n{ "url" : "x" }'])(
      'refuses JSON that is sent as a form: %j',
      async (body) => {
        const { status, code, body: answer } = await send(body, FORM_TYPE)
        expect([status, code]).toEqual([400, 'InvalidOptions'])
        expect(answer.error?.message).toContain('send the header "Content-Type: application/json"')
      },
    )

    test('refuses a form with too many levels', async () => {
      expect((await send(`a${'[x]'.repeat(32)}=1`, FORM_TYPE)).status).toBe(200)
      expect(await send(`a${'[x]'.repeat(33)}=1`, FORM_TYPE)).toMatchObject({
        status: 400,
        code: 'InvalidOptions',
        body: { error: { message: 'A form must not be nested deeper than 32.' } },
      })
    })
  })

  describe('413', () => {
    const filled = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) })

    test('refuses one byte above the limit, but not a body at the limit', async () => {
      expect(await send(filled(LIMIT_BYTES))).toMatchObject({ status: 200 })
      expect(await send(filled(LIMIT_BYTES + 1))).toMatchObject({ status: 413, code: 'BodyTooLarge' })
    })

    test.each([
      ['gzip', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ] as const)('refuses a %s bomb', async (encoding, compress) => {
      const body = compress(filled(20_000_000))
      expect(body.length).toBeLessThan(LIMIT_BYTES)
      const answer = await send(body, JSON_TYPE, { 'content-encoding': encoding })
      expect(answer).toMatchObject({ status: 413, code: 'BodyTooLarge' })
    })

    test('refuses a form of more than a thousand fields', async () => {
      const fields = Array.from({ length: 1001 }, (_, i) => `k${i}=1`).join('&')
      expect(await send(fields, FORM_TYPE)).toMatchObject({ status: 413, code: 'BodyTooLarge' })
    })
  })

  describe('415', () => {
    test.each([
      ['text', 'text/plain', {}],
      ['several parts', 'multipart/form-data; boundary=x', {}],
      ['an unknown charset', `${JSON_TYPE}; charset=foo`, {}],
      ['a known but other charset', `${JSON_TYPE}; charset="iso-8859-1"`, {}],
      ['an unknown charset of a form', `${FORM_TYPE}; charset=foo`, {}],
      ['an unknown encoding', JSON_TYPE, { 'content-encoding': 'foo' }],
      ['two encodings', JSON_TYPE, { 'content-encoding': 'gzip,gzip' }],
    ])('refuses %s', async (_what, type, headers) => {
      expect(await send('{}', type, headers as Record<string, string>)).toMatchObject({
        status: 415,
        code: 'UnsupportedMediaType',
      })
    })

    test('refuses a body without a type', async () => {
      const answer = await ask(server.url, { method: 'POST', body: Buffer.from('{}') })
      expect(answer).toMatchObject({ status: 415, code: 'UnsupportedMediaType' })
    })
  })

  test('an aborted upload causes no failure', async () => {
    const upload = request(server.url, {
      method: 'POST',
      headers: { 'content-type': JSON_TYPE, 'content-length': '1000' },
    })
    upload.on('error', () => {})
    const written = Promise.withResolvers<void>()
    upload.write('{"a":', () => written.resolve())
    await written.promise
    upload.destroy()
    expect(await send('{}')).toMatchObject({ status: 200 })
  })
})
