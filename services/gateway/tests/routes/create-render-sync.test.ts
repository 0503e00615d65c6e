import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { optionsOf, UnrecoverableError, writeFailure } from '@render/jobs'
import { until, waitOn } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { ALLOWED_URL } from '../support/start-world.ts'
import { useWorld } from '../support/use-world.ts'
import { untilEnded } from '../support/until-ended.ts'
import { untilQueued, waitingIn } from '../support/waiting.ts'

describe.each(['/v1/render/sync', '/v1/screenshot'])('POST %s', (path) => {
  const world = useWorld()

  describe('200', () => {
    test('returns the result: the address of the file, its cost, and the id', async () => {
      const { status, headers, body } = await world.post(path, { html: 'x', width: 300 })
      expect(status).toBe(200)
      expect(body).toEqual({
        renderUrl: expect.stringMatching(
          new RegExp(`^${world.url}/renders/\\d{4}/\\d\\d/\\d\\d/[\\w-]{22}\\.png$`),
        ),
        size: 11,
        renderTime: 12,
        queueTime: 4,
        bandwidth: 7,
        width: 300,
        height: 1024,
        renderId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      })
      expect(body.renderUrl).not.toContain(body.renderId)
      expect(headers.get('x-service-render-time')).toBe('12')
      expect(headers.get('x-service-request-id')).toBeTruthy()
      expect(headers.get('x-service-render-id')).toBe(body.renderId)
      expect(headers.get('cache-control')).toBe('no-store')
    })

    test('loads the url beside an empty html, and warns', async () => {
      const seen: unknown[] = []
      world.work.render = async (job) => {
        seen.push(world.openAsWorker(job.data.sealedOptions!, { projectId: 'project_1', id: job.id! }))
        return world.succeed(job)
      }
      const { status, body } = await world.post(path, { url: ALLOWED_URL, html: '' })
      expect([status, body.warnings]).toEqual([200, ['"html" has no effect: it is empty, and "url" is set.']])
      expect(seen).toEqual([{ url: ALLOWED_URL }])
    })

    test('accepts form bodies with fields that are not filled in or repeated', async () => {
      const body = new URLSearchParams('html=x&width=&url=&css=&full_page=&click[]=&height=300&height=300')
      const headers = { authorization: `Bearer ${world.key}` }
      const answer = await world.ask(path, { method: 'POST', headers, body })
      expect([answer.status, answer.body.height, answer.body.warnings]).toEqual([200, 300, undefined])
      for (const fields of ['url=&html=', 'html=']) {
        const empty = await world.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) })
        expect([empty.status, empty.body.error.code]).toEqual([400, 'NoUrlSupplied'])
      }
      for (const fields of ['url=&width=5', 'html=x&width=5&width=6'])
        expect(
          (await world.ask(path, { method: 'POST', headers, body: new URLSearchParams(fields) })).status,
        ).toBe(400)
    })

    test('accepts form bodies and names in camelCase', async () => {
      const body = new URLSearchParams({ html: 'x', width: '200', fullPage: 'true' })
      const answer = await world.ask(path, {
        method: 'POST',
        headers: { authorization: `Bearer ${world.key}` },
        body,
      })
      expect(answer.body).toMatchObject({ width: 200 })
    })

    test('warns about options without effect, with the number of warnings in a header', async () => {
      const { body, headers } = await world.post(path, {
        html: 'x',
        wdth: 3,
        flash: true,
        quality: 50,
      })
      expect(body.warnings).toEqual([
        expect.stringContaining('did you mean "width"'),
        expect.stringMatching(/^"flash" has no effect: /),
        '"quality" has no effect on png.',
      ])
      expect(headers.get('x-service-warnings')).toBe('3')
      const silent = await world.post(path, { html: 'x' })
      expect(silent.body).not.toHaveProperty('warnings')
      expect(silent.headers.get('x-service-warnings')).toBe('0')
    })

    test('warns about names in the query, which has no options', async () => {
      const { body } = await world.post(`${path}?full_page=true&utm_source=x&width=5`, { html: 'x' })
      expect([body.width, body.warnings]).toEqual([
        1280,
        ['full_page', 'utm_source', 'width'].map(
          (name) => `"${name}" in the query has no effect: send options in the body.`,
        ),
      ])
      const secrets = [makeApiKey('sk'), 'sk_live_5f2a', 'https://user:pass@host/x', 'x'.repeat(41)]
      const unnamed = await world.post(`${path}?${secrets.map(encodeURIComponent).join('&')}`, { html: 'x' })
      expect(unnamed.body.warnings).toEqual(
        secrets.map(() => 'A name in the query has no effect: send options in the body.'),
      )
      const refused = await world.post(`${path}?url=x`, {})
      expect([refused.status, refused.body.error]).toEqual([
        400,
        {
          code: 'NoUrlSupplied',
          message: 'Either "url" or "html" is required in the body: those in the query have no effect.',
        },
      ])
      const { body: many } = await world.post(
        `${path}?${Array.from({ length: 30 }, (_, at) => `a${at}=1`).join('&')}`,
        { html: 'x' },
      )
      expect([many.warnings.length, many.warnings.at(-1)]).toEqual([
        21,
        '10 more names in the query have no effect.',
      ])
    })

    test('seals the checked form of the address for the worker', async () => {
      const seen: { open: object; sealed: unknown }[] = []
      world.work.render = async (job) => {
        seen.push({
          open: optionsOf(job.data),
          sealed: world.openAsWorker(job.data.sealedOptions!, { projectId: 'project_1', id: job.id! }),
        })
        return world.succeed(job)
      }
      await world.post(path, { url: ' HTTP://user:sesame@127.0.1.1:8000/a/../p%20q?x ', redirect_after: 60 })
      expect(seen).toEqual([
        {
          open: expect.not.objectContaining({ url: expect.anything() }),
          sealed: { url: 'http://user:sesame@127.0.1.1:8000/p%20q?x' },
        },
      ])
      expect(seen[0]?.open).toMatchObject({ format: 'png', wait_until: 'loaded', redirect_after: 60 })
    })

    test('waits until the end of the render with redirect_after 0', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        return world.succeed(job)
      }
      const answering = world.post(path, { html: 'x', redirect_after: 0 })
      await waitingIn(world, 1)
      proceed.resolve()
      expect((await answering).status).toBe(200)
    })
  })

  describe('307', () => {
    test('after redirect_after, with the address at which to continue the wait', async () => {
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        return world.succeed(job)
      }
      const { status, headers, body } = await world.post(path, { html: 'x', redirect_after: 1 })
      expect(status).toBe(307)
      expect(body).toEqual({ redirectUrl: headers.get('location') })
      expect(body.redirectUrl).toMatch(
        new RegExp(`^${world.url}/v1/redirect/[0-9a-f-]{36}/1\\?redirect_after=1$`),
      )
      expect(headers.get('cache-control')).toBe('no-store')
      proceed.resolve()
      expect((await waitOn(body.redirectUrl)).status).toBe(200)
    })
  })

  describe('the failure of the render', () => {
    const fail = (error: RenderError) => async () => {
      throw new UnrecoverableError(writeFailure(error))
    }

    test.each([
      ['NavigationError', 400],
      ['RenderFailedError', 400],
      ['RenderTimeoutError', 500],
      ['EngineResponseNotOkError', 500],
    ] as const)('%s is %i, with its message', async (code, status) => {
      world.work.render = fail(new RenderError(code, { message: 'Because of ä.' }))
      const answer = await world.post(path, { url: ALLOWED_URL })
      expect(answer.status).toBe(status)
      expect(answer.body).toEqual({
        error: { message: 'Because of ä.', code },
        requestId: answer.headers.get('x-service-request-id'),
      })
      expect(answer.headers.get('x-service-error-message')).toBe('Because of  .')
    })

    test('of an unknown kind is EngineResponseNotOkError, without its message', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError('Cannot read /etc/secret')
      }
      const answer = await world.post(path, { url: ALLOWED_URL })
      expect([answer.status, answer.body.error.code]).toEqual([500, 'EngineResponseNotOkError'])
      expect(JSON.stringify(answer.body)).not.toContain('secret')
    })
  })

  describe('a client that disconnects', () => {
    test('ends the wait, and a running render continues', async () => {
      const rendered = Promise.withResolvers<void>()
      const proceed = Promise.withResolvers<void>()
      world.work.render = async (job) => {
        await proceed.promise
        rendered.resolve()
        return world.succeed(job)
      }
      const leaving = new AbortController()
      const answer = world.post(path, { html: 'x' }, { signal: leaving.signal })
      await waitingIn(world, 1)
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      await waitingIn(world, 0)
      proceed.resolve()
      await rendered.promise
    })

    test.each<[string, object, Record<string, string>, string]>([
      ['is withdrawn', {}, {}, 'failed'],
      ['continues with a webhook', { webhook_url: ALLOWED_URL }, {}, 'succeeded'],
      ['continues with an idempotency key', {}, { 'idempotency-key': 'k' }, 'succeeded'],
    ])('before its render is started: the render %s', async (_what, options, headers, status) => {
      const proceed = Promise.withResolvers<void>()
      const begun: string[] = []
      world.work.renderBatch = async (job) => {
        begun.push(job.id!)
        await proceed.promise
        return world.succeed(job)
      }
      const batch = { html: 'x', render_queue: 'batch' }
      await world.post('/v1/render/async', batch)
      await until(() => begun.length > 0)
      const leaving = new AbortController()
      const answer = world.post(
        path,
        { ...batch, ...options },
        {
          signal: leaving.signal,
          headers: {
            authorization: `Bearer ${world.key}`,
            'content-type': 'application/json',
            ...headers,
          },
        },
      )
      await waitingIn(world, 1)
      const id = await untilQueued(world)
      leaving.abort()
      await expect(answer).rejects.toThrow('aborted')
      // The wait ends after the withdrawal.
      await waitingIn(world, 0)
      proceed.resolve()
      expect((await untilEnded(world, id)).status).toBe(status)
      expect(begun.includes(id)).toBe(status === 'succeeded')
    })
  })

  describe('405', () => {
    test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])('%s', async (method) => {
      const { status, headers } = await world.ask(path, { method })
      expect([status, headers.get('allow')]).toEqual([405, 'POST'])
    })
  })
})
