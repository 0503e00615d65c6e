import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import type { RequestHandler } from 'express'
import { request } from 'node:http'
import { once } from 'node:events'
import { ask, serve } from './serve.ts'

describe('routes', () => {
  let server: Awaited<ReturnType<typeof serve>>

  beforeAll(async () => {
    server = await serve([
      {
        name: 'thing',
        paths: ['/thing/:id', '/alias/:id'],
        handlers: {
          get: [(_req, res) => void res.json({ got: true })],
          post: [(_req, res) => void res.json({})],
        },
      },
      {
        name: 'often',
        paths: ['/often'],
        isFrequent: true,
        handlers: { get: [(_req, res) => void res.json({})] },
      },
      {
        name: 'even',
        paths: ['/number/:value'],
        matches: (req) => Number(req.params.value) % 2 === 0,
        handlers: { get: [(_req, res) => void res.json({ even: true })] },
      },
      {
        name: 'number',
        paths: ['/number/:value'],
        handlers: { post: [(_req, res) => void res.json({ even: false })] },
      },
      {
        name: 'shared',
        paths: ['/shared/:value'],
        matches: (req) => req.params.value === '2',
        isForAnyOrigin: true,
        handlers: { get: [(_req, res) => void res.json({})], delete: [(_req, res) => void res.json({})] },
      },
      {
        name: 'locked',
        paths: ['/locked'],
        handlers: { get: [() => Promise.reject(new RenderError('NoApiKeySupplied'))] },
      },
      { name: 'throws', paths: ['/throws'], handlers: { get: [() => Promise.reject(secretive())] } },
      {
        name: 'away',
        paths: ['/away'],
        handlers: {
          get: [
            (_req, res) => {
              res.setHeader('ETag', '"x"').setHeader('Cache-Control', 'public').type('png')
              throw new RenderError('ServiceUnavailable', { cause: secretive(), retryAfterSeconds: 7 })
            },
          ],
        },
      },
    ])
  })

  afterAll(async () => {
    await server[Symbol.asyncDispose]()
  })

  /** Returns an error with secret properties, as database clients throw. */
  function secretive(): Error {
    return Object.assign(new Error('connection lost'), { command: { args: ['sesame'] } })
  }

  test('answer at each of their paths, HEAD included', async () => {
    for (const path of ['/thing/1', '/alias/1'])
      expect(await ask(server.url + path)).toMatchObject({ status: 200, body: { got: true } })
    const head = await ask(`${server.url}/thing/1`, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, undefined])
  })

  test('leave requests that they do not match to later routes, with every method', async () => {
    const even = await ask(`${server.url}/number/2`)
    expect([even.status, even.body]).toEqual([200, { even: true }])
    const odd = await ask(`${server.url}/number/3`, { method: 'POST' })
    expect([odd.status, odd.body]).toEqual([200, { even: false }])
    for (const [path, method, allow] of [
      ['/number/2', 'POST', 'GET, HEAD'],
      ['/number/3', 'GET', 'POST'],
    ] as const) {
      const { status, headers } = await ask(server.url + path, { method })
      expect([status, headers.get('allow')]).toEqual([405, allow])
    }
  })

  test('answer a preflight where pages of any origin may read, for the requests that the route takes', async () => {
    const { status, headers } = await ask(`${server.url}/shared/2`, { method: 'OPTIONS' })
    expect(status).toBe(204)
    expect(Object.fromEntries(headers)).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET, HEAD',
      'access-control-allow-headers': '*',
      'access-control-max-age': '86400',
    })
    expect((await ask(`${server.url}/shared/3`, { method: 'OPTIONS' })).status).toBe(404)
    const { status: refused, headers: hidden } = await ask(`${server.url}/thing/1`, { method: 'OPTIONS' })
    expect([refused, hidden.get('access-control-allow-origin')]).toEqual([405, null])
  })

  test('leave to a proxy in front whether its host is reached by https alone', async () => {
    const { headers } = await ask(`${server.url}/thing/1`)
    expect([headers.get('content-security-policy'), headers.get('strict-transport-security')]).toEqual([
      expect.stringContaining('default-src'),
      null,
    ])
  })

  test('401 names the scheme', async () => {
    const { status, headers } = await ask(`${server.url}/locked`)
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
    expect((await ask(`${server.url}/nothing`)).headers.get('www-authenticate')).toBeNull()
  })

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('answer 405 with Allow for %s', async (method) => {
    const answer = await ask(`${server.url}/thing/1`, { method })
    expect([answer.status, answer.code]).toEqual([405, 'MethodNotAllowed'])
    expect(answer.headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test.each(['/nothing', '//thing/1', '/thing/%ff', '/thing/%', '/thing/1/2'])(
    '404 in the envelope for %s',
    async (path) => {
      const answer = await ask(server.url + path)
      expect([answer.status, answer.code]).toEqual([404, 'NotFound'])
      expect(answer.headers.get('x-service-request-id')).toBe(
        (answer.body as unknown as { requestId: string }).requestId,
      )
      expect(answer.headers.get('x-service-error-message')).toBe(answer.body.error?.message)
    },
  )

  test('TRACE does not echo', async () => {
    const req = request(`${server.url}/thing/1`, { method: 'TRACE' }).end()
    const [res] = (await once(req, 'response')) as [NodeJS.ReadableStream & { statusCode: number }]
    res.resume()
    expect(res.statusCode).toBe(405)
  })

  test('an unknown error is a generic 500, and its cause is logged without the properties of the error', async () => {
    const answer = await ask(`${server.url}/throws`)
    expect(answer.status).toBe(500)
    expect(answer.body.error).toEqual({ code: 'InternalError', message: 'Something went wrong on our side.' })
    const line = server.logged.find(({ level }) => level === 'error')
    expect(line?.details).toMatchObject({ code: 'InternalError', cause: { message: 'connection lost' } })
    expect(JSON.stringify(server.logged)).not.toContain('sesame')
  })

  test('an error has Retry-After and no caching, whatever headers the route had set', async () => {
    const { status, headers } = await ask(`${server.url}/away`)
    expect(headers.get('content-type')).toContain('application/json')
    expect([status, headers.get('retry-after'), headers.get('cache-control'), headers.get('etag')]).toEqual([
      503,
      '7',
      'no-store',
      null,
    ])
  })

  test('every request is logged with the name of its route, never with its path', async () => {
    server.logged.length = 0
    await ask(`${server.url}/thing/sesame?sesame=1`)
    await ask(`${server.url}/sesame`)
    expect(server.logged.map(({ details }) => [details.route, details.status, details.code])).toEqual([
      ['thing', 200, undefined],
      ['unknown', 404, 'NotFound'],
    ])
    expect(JSON.stringify(server.logged)).not.toContain('sesame')
  })

  test('requests of a frequent route are logged at level debug', async () => {
    server.logged.length = 0
    for (const path of ['/often', '/thing/1']) await ask(server.url + path)
    expect(server.logged.map(({ level, details }) => [level, details.route])).toEqual([
      ['debug', 'often'],
      ['info', 'thing'],
    ])
  })

  test.each([
    ['no proxy is trusted', [], '127.0.0.1'],
    ['another proxy is trusted', ['10.0.0.0/8'], '127.0.0.1'],
    ['the connection is a trusted proxy', ['127.0.0.1'], '203.0.113.7'],
    ['both proxies are trusted', ['loopback', '203.0.113.7'], '198.51.100.9'],
  ])('the log has the address of the client when %s', async (_, trustProxy, client) => {
    await using other = await serve([], undefined, { trustProxy })
    await ask(`${other.url}/x`, { headers: { 'x-forwarded-for': '198.51.100.9, 203.0.113.7' } })
    expect(other.logged.map(({ details }) => details.client)).toEqual([client])
  })

  test('a removed header is removed under the older prefix too', async () => {
    const change: RequestHandler = (_req, res) => {
      res.setHeader('x-service-kept', '1').setHeader('x-service-gone', '1').removeHeader('x-service-gone')
      res.json({})
    }
    const routes = [{ name: 'change', paths: ['/'], handlers: { get: [change] } }]
    await using other = await serve(routes, undefined, { legacyPrefix: 'x-older' })
    const { headers } = await ask(other.url)
    expect([...headers.keys()].filter((name) => /-(kept|gone)$/.test(name)).toSorted()).toEqual([
      'x-older-kept',
      'x-service-kept',
    ])
  })

  test('every request is counted by route, method and status', async () => {
    await ask(`${server.url}/thing/1`, { method: 'POST' })
    expect(await server.metrics.metrics()).toMatch(
      /http_request_duration_seconds_count\{route="thing",method="POST",status="200"\} 1/,
    )
  })
})

describe('the address of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:51234', '203.0.113.7'],
    ['198.51.100.1, 203.0.113.7:51234,127.0.0.2:80', '203.0.113.7'],
    ['[2001:db8::7]:51234', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ])('behind a proxy that forwards %s is %s', async (forwarded, client) => {
    const show: RequestHandler = (req, res) => void res.json({ client: req.ip })
    const routes = [{ name: 'client', paths: ['/'], handlers: { get: [show] } }]
    await using server = await serve(routes, () => {}, { trustProxy: ['127.0.0.0/8'] })
    const headers = { 'X-Forwarded-For': forwarded }
    expect((await ask(server.url, { headers })).body).toEqual({ client })
    expect(server.logged).toMatchObject([{ details: { client } }])
  })
})
