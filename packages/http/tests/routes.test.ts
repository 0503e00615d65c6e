import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
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

  /** As clients of databases throw them. */
  function secretive(): Error {
    return Object.assign(new Error('connection lost'), { command: { args: ['sesame'] } })
  }

  test('answer under each of their paths, HEAD included', async () => {
    for (const path of ['/thing/1', '/alias/1'])
      expect(await ask(server.url + path)).toMatchObject({ status: 200, body: { got: true } })
    const head = await ask(`${server.url}/thing/1`, { method: 'HEAD' })
    expect([head.status, head.body]).toEqual([200, undefined])
  })

  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('405 and what is allowed, for %s', async (method) => {
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

  test('a failure of ours is a generic 500; its cause is logged without what the error carries', async () => {
    const answer = await ask(`${server.url}/throws`)
    expect(answer.status).toBe(500)
    expect(answer.body.error).toEqual({ code: 'InternalError', message: 'Something went wrong on our side.' })
    const line = server.logged.find(({ level }) => level === 'error')
    expect(line?.details).toMatchObject({ code: 'InternalError', cause: { message: 'connection lost' } })
    expect(JSON.stringify(server.logged)).not.toContain('sesame')
  })

  test('Retry-After is sent, and an error is never cached, whatever the route had said before', async () => {
    const { status, headers } = await ask(`${server.url}/away`)
    expect(headers.get('content-type')).toContain('application/json')
    expect([status, headers.get('retry-after'), headers.get('cache-control'), headers.get('etag')]).toEqual([
      503,
      '7',
      'no-store',
      null,
    ])
  })

  test('every request is logged by the name of its route, never by its address', async () => {
    server.logged.length = 0
    await ask(`${server.url}/thing/sesame?sesame=1`)
    await ask(`${server.url}/sesame`)
    expect(server.logged.map(({ details }) => [details.route, details.status, details.code])).toEqual([
      ['thing', 200, undefined],
      ['unknown', 404, 'NotFound'],
    ])
    expect(JSON.stringify(server.logged)).not.toContain('sesame')
  })

  test('every request is counted by route, method and status', async () => {
    await ask(`${server.url}/thing/1`, { method: 'POST' })
    expect(await server.metrics.metrics()).toMatch(
      /http_request_duration_seconds_count\{route="thing",method="POST",status="200"\} 1/,
    )
  })
})
