import { beforeAll, describe, expect, jest, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { UnrecoverableError, writeFailure } from '@render/jobs'
import { makeArtefactKey } from '@render/storage'
import { sendRequest, signLink, until, waitOn, type ApiResponse, type LinkKeys } from '@render/testkit'
import { makeApiKey } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'
import { request } from 'node:http'
import { ALLOWED_URL } from '../support/start-world.ts'
import { useFakeIntervals } from '../support/use-fake-intervals.ts'
import { useWorld } from '../support/use-world.ts'

describe('GET /v1/{publishableKey}/{token}/{format}', () => {
  useFakeIntervals()
  const world = useWorld({ LINK_RENDERS_PER_MINUTE: '0', OLDER_HEADER_PREFIX: 'x-older' })
  let keys: LinkKeys
  let tokenless: LinkKeys

  beforeAll(() => {
    keys = world.management.addLinkKeys()
    tokenless = world.management.addLinkKeys({ project: { id: 'project_2', enabled: true, tokenless: true } })
  })

  let unique = 0
  /** Asks with a link whose result is not cached. */
  const get = (
    query: Record<string, string>,
    { format = 'png', ...init }: RequestInit & { format?: string } = {},
  ) => world.ask(signLink(keys, { ...query, unique: String(unique++) }, { format }), init)
  const textOf = ({ body }: ApiResponse) => new TextDecoder().decode(body)
  const codeOf = ({ status, body }: ApiResponse) => `${status} ${body.error.code}`

  /** Sends a request target byte by byte, as no client library would. */
  function getRaw(path: string): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    request(world.url, { path }, (res) => resolve(res.resume().statusCode!))
      .on('error', reject)
      .end()
    return promise
  }

  describe('200', () => {
    test('is the file, for everyone, with caching', async () => {
      const { status, headers, body } = await get({ url: ALLOWED_URL, width: '300', archive: '17' })
      expect([status, new TextDecoder().decode(body)]).toEqual([200, 'the picture'])
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'image/png',
        'content-length': '11',
        etag: expect.any(String),
        'last-modified': expect.any(String),
        expires: expect.any(String),
        'accept-ranges': 'bytes',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'x-service-cache-status': 'MISS',
        'x-older-cache-status': 'MISS',
        'x-service-warnings': '1',
      })
      const [, maxAge] = /^public, max-age=(\d+)$/.exec(headers.get('cache-control')!)!
      expect(Number(maxAge)).toBeGreaterThan(2_591_000)
      expect(Date.parse(headers.get('expires')!) - Date.now()).toBeLessThanOrEqual(2_592_000_000)
      const shown = [...headers.keys()].filter((name) =>
        /^(x-ratelimit|x-renders|x-frame|set-cookie|content-sec)/.test(name),
      )
      expect(shown).toEqual([])
    })

    test('is without an address among the defaults of the project that the link has empty', async () => {
      const defaults = { base_url: 'http://10.0.0.1/' }
      const own = world.management.addLinkKeys({ project: { id: 'project_3', enabled: true, defaults } })
      const statusOf = async (query: Record<string, string>) => (await world.ask(signLink(own, query))).status
      expect([await statusOf({ html: 'x' }), await statusOf({ html: 'x', base_url: '' })]).toEqual([400, 200])
    })

    test('A-LINK-2: is for tokens by SHA-256 and SHA-1, in any case', async () => {
      for (const hash of ['sha256', 'sha1']) {
        const [, v1, key, token, rest] = signLink(keys, { html: 'x' }, { hash }).split('/')
        expect((await world.ask(`/${v1}/${key}/${token!.toUpperCase()}/${rest}`)).status).toBe(200)
      }
    })

    test('A-LINK-3: is for text as it was signed, and as a browser sends it', async () => {
      expect(await getRaw(signLink(keys, "html=it's+%28a%20b)"))).toBe(200)
      expect(await getRaw(signLink(keys, "html=it's").replace("'", '%27'))).toBe(200)
      expect(await getRaw(signLink(keys, 'html=it%27s'))).toBe(200)
    })

    test('A-LINK-4: needs no token where the project allows that', async () => {
      const { status, headers } = await world.ask(`/v1/${tokenless.publishableKey}/png?html=x`)
      expect([status, headers.get('content-type')]).toEqual([200, 'image/png'])
    })

    test('A-CACHE-10, K-23: with use_s3 is a copy that is cached, or the address of a private object each time', async () => {
      const settings = { bucket: 'pictures', endpoint: 'https://store.example' }
      const storage = { provider: 'minio', settings, secrets: ['accessKeyId', 'secretAccessKey'] }
      const project = { id: 'project_3', enabled: true, storage, sealedForWorker: 'sealed' }
      const storing = world.management.addLinkKeys({ project })
      const location = 'https://store.example/pictures/a.png'
      const uploads: unknown[] = []
      world.work.render = async (job) => {
        uploads.push([job.data.upload?.copy, job.data.sealedForWorker])
        const { artefact, ...outcome } = await world.succeed(job)
        const { key, ...file } = artefact
        return {
          ...outcome,
          artefact: { ...file, location },
          ...(job.data.upload?.copy && { answerKey: key }),
        }
      }
      const answers = []
      for (const query of ['html=x&use_s3=true', 'html=x&use_s3=true&s3_private_bucket=true'])
        for (let time = 0; time < 2; time++) {
          const { headers, body } = await world.ask(signLink(storing, query))
          answers.push([headers.get('content-type'), headers.get('x-service-cache-status'), body.renderUrl])
        }
      expect(answers).toEqual([
        ['image/png', 'MISS', undefined],
        ['image/png', 'HIT', undefined],
        ['application/json; charset=utf-8', 'MISS', location],
        ['application/json; charset=utf-8', 'MISS', location],
      ])
      const [kept, ...others] = uploads
      expect([kept, others]).toEqual([
        ['kept', 'sealed'],
        [
          [undefined, 'sealed'],
          [undefined, 'sealed'],
        ],
      ])
    })

    test('lasts no longer than ttl, and is kept by nobody with ttl 0', async () => {
      const { headers } = await get({ html: 'x', ttl: '60' })
      const [, maxAge] = /^public, max-age=(\d+)$/.exec(headers.get('cache-control')!)!
      expect(Number(maxAge)).toBeLessThanOrEqual(60)
      const never = await get({ html: 'x', ttl: '0' })
      expect([never.status, never.headers.get('cache-control'), never.headers.get('expires')]).toEqual([
        200,
        'no-store',
        null,
      ])
    })

    test.each([
      ['html', 'text/html; charset=utf-8', 'sandbox'],
      ['svg', 'image/svg+xml', 'sandbox'],
      ['mhtml', 'multipart/related', 'sandbox'],
      ['pdf', 'application/pdf', null],
    ])('as %s has its type, and runs nothing', async (format, type, policy) => {
      world.work.render = async (job) => {
        const outcome = await world.succeed(job)
        const key = makeArtefactKey(format)
        const artefact = { ...outcome.artefact, key, contentType: type, sizeBytes: 4 }
        await world.store.write(key, { bytes: Buffer.from('file') }, artefact)
        return { ...outcome, artefact }
      }
      const { headers } = await get({ html: 'x' }, { format })
      expect([headers.get('content-type'), headers.get('content-security-policy')]).toEqual([type, policy])
    })

    test('A-LINK-14: is JSON, text or nothing where response_type says so', async () => {
      const json = await get({ html: 'x', response_type: 'json', width: '200' })
      expect(json.body).toMatchObject({ width: 200, size: 11, renderUrl: expect.any(String) })
      expect(json.headers.get('cache-control')).toBe('no-store')
      expect((await get({ html: 'x', debug: 'true' })).body).toHaveProperty('debug')
      const text = await get({ html: 'x', response_type: 'base64' })
      expect([textOf(text), text.headers.get('content-type')]).toEqual([
        Buffer.from('the picture').toString('base64'),
        'text/plain; charset=utf-8',
      ])
      expect((await get({ html: 'x', response_type: 'none' })).status).toBe(204)
    })

    test('has the name under which it is saved', async () => {
      const { headers } = await get({ html: 'x', download: 'a/b"\r\n☃.png' })
      expect(headers.get('content-disposition')).toBe(
        `attachment; filename="ab?.png"; filename*=UTF-8''ab%E2%98%83.png`,
      )
    })

    test('A-LINK-11: HEAD renders too, and has the same headers without the file', async () => {
      const varying = /^(date|expires|cache-control|keep-alive|connection|x-(service|older)-request-id)$/
      const fixed = ({ headers }: ApiResponse) =>
        [...headers].filter(([name]) => !varying.test(name)).map((header) => header.join(': '))
      const path = signLink(keys, { html: 'head' })
      const head = await world.ask(path, { method: 'HEAD' })
      const whole = await world.ask(path)
      expect([head.status, textOf(head), textOf(whole)]).toEqual([200, '', 'the picture'])
      expect(fixed(head)).toContain('content-length: 11')
      const cached = fixed(head).map((header) => header.replace('cache-status: MISS', 'cache-status: HIT'))
      expect(fixed(whole)).toEqual(cached)
      expect(cached).not.toEqual(fixed(head))
    })

    test.each([15_000, 30_000])('A-LINK-15: takes %i bytes of markup', async (length) => {
      expect((await get({ html: 'x'.repeat(length) })).status).toBe(200)
    })
  })

  test('K-19: a preflight of a link or its continuation allows headers, that of other paths does not', async () => {
    const preflight = async (path: string) => {
      const { status, headers } = await world.ask(path, { method: 'OPTIONS' })
      return [status, headers.get('access-control-allow-origin'), headers.get('access-control-allow-methods')]
    }
    for (const path of [signLink(keys, 'html=x'), `/v1/redirect/${randomUUIDv7()}/1?link=true`])
      expect(await preflight(path)).toEqual([204, '*', 'GET, HEAD'])
    expect(await preflight('/v1/render/sync')).toEqual([405, null, null])
  })

  test('206 and 304 answer what the caller lacks', async () => {
    const part = await get({ html: 'x' }, { headers: { range: 'bytes=4-6' } })
    expect([part.status, textOf(part), part.headers.get('content-range')]).toEqual([
      206,
      'pic',
      'bytes 4-6/11',
    ])
    const known = await get({ html: 'x' }, { headers: { 'if-none-match': '*' } })
    expect([known.status, textOf(known)]).toEqual([304, ''])
    const outside = await get({ html: 'x' }, { headers: { range: 'bytes=99-' } })
    expect([codeOf(outside), outside.headers.get('cache-control')]).toEqual([
      '416 RangeNotSatisfiable',
      'no-store',
    ])
  })

  test('A-LINK-13: 307 after redirect_after; the continuation answers as the link', async () => {
    const proceed = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await proceed.promise
      return world.succeed(job)
    }
    const waiting = await get({ html: 'x', redirect_after: '1', download: 'a.png' })
    const { headers, body } = waiting
    expect([
      waiting.status,
      headers.get('cache-control'),
      headers.get('access-control-allow-origin'),
    ]).toEqual([307, 'no-store', '*'])
    expect(headers.get('location')).toBe(body.redirectUrl)
    proceed.resolve()
    const end = await waitOn(body.redirectUrl)
    expect([end.status, textOf(end)]).toEqual([200, 'the picture'])
    expect(Object.fromEntries(end.headers)).toMatchObject({
      'cache-control': expect.stringMatching(/^public, max-age=/),
      'content-disposition': 'attachment; filename=a.png',
      'access-control-allow-origin': '*',
      'x-service-cache-status': 'MISS',
    })
  })

  describe('a refused link', () => {
    const refuse = async (path: string) => {
      const answer = await world.ask(path)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      return codeOf(answer)
    }

    test.each([
      ['the secret key in the path', () => makeApiKey('sk'), '401 ApiKeyWrongFormat'],
      ['a management key', () => makeApiKey('mk'), '401 ApiKeyWrongFormat'],
      ['a mistyped key', () => `${keys.publishableKey}0`, '401 ApiKeyWrongFormat'],
      ['a key of another service', () => 'ca482d7e-9417-4569-90fe-80f7c5e1c781', '401 ApiKeyWrongFormat'],
      ['an unknown key', () => makeApiKey('pk'), '401 ApiKeyNotFound'],
    ])('A-LINK-5: by %s', async (_what, key, code) => {
      expect(await refuse(`/v1/${key()}/${'0'.repeat(64)}/png?html=x`)).toBe(code)
    })

    test.each([
      [
        'a disabled project',
        { project: { id: 'p', enabled: false, tokenless: true } },
        '401 ProjectNotEnabled',
      ],
      ['a blocked organisation', { blocked: {} }, '401 AccountBlocked'],
      ['no plan', { plan: null }, '400 NoPlan'],
    ] as const)('by %s, whatever the token', async (_what, differing, code) => {
      const { publishableKey } = world.management.addLinkKeys(differing)
      expect(await refuse(`/v1/${publishableKey}/png`)).toBe(code)
      expect(await refuse(`/v1/${publishableKey}/${'0'.repeat(64)}/png?html=x`)).toBe(code)
    })

    test.each(['', '?'])('A-LINK-7: without a query: %j', async (query) => {
      expect(await refuse(`/v1/${keys.publishableKey}/png${query}`)).toBe('400 NoQuerySent')
      expect(await refuse(`/v1/${keys.publishableKey}/${'0'.repeat(64)}/png${query}`)).toBe('400 NoQuerySent')
    })

    test('A-LINK-2, A-LINK-4: by its token, before anything in the query is looked at', async () => {
      const [, , , token] = signLink(keys, 'html=x').split('/')
      const at = (changed: string, query = 'html=x', { publishableKey } = keys) =>
        refuse(`/v1/${publishableKey}${changed}/png?${query}`)
      const changed = token!.replace(/^./, (digit) => (digit === '0' ? '1' : '0'))
      for (const wrong of [changed, token!.slice(1), `${token}0`, 'true'])
        expect(await at(`/${wrong}`)).toBe('401 TokenNotMatchedError')
      for (const query of ['width=1&html=x', 'html=y', '%zz'])
        expect(await at(`/${token}`, query)).toBe('401 TokenNotMatchedError')
      expect(await at('', 'html=x')).toBe('401 TokenlessRequestsNotEnabled')
      expect(await at(`/${changed}`, 'html=x', tokenless)).toBe('401 TokenNotMatchedError')
    })

    test('A-LINK-1: not by the tokens that clients publish', async () => {
      const linkKeys = ['my_secret_key']
      const { publishableKey } = world.management.addLinkKeys({
        project: { id: 'project_4', enabled: true, linkKeys },
      })
      for (const token of [
        'dec3d2b9503f96a15eac3b3c7c663ab39012bbaf7f59919e40deab2fbd1bce22',
        'a6f5fb4b61eaba63a4546b87c14091c9ca3fbe73',
      ]) {
        // The test's name server does not have this host.
        const path = `/v1/${publishableKey}/${token}/png?url=urlbox.io&width=300`
        expect(await refuse(path)).toBe('400 URLDoesNotResolveError')
      }
    })

    test.each([
      ['html=%zz', '400 InvalidQuery'],
      ['html=%ff', '400 InvalidQuery'],
      ['html=%00', '400 InvalidQuery'],
      ['width=0', '400 NoUrlSupplied'],
      ['html=', '400 NoUrlSupplied'],
      ['html=x&width=0', '400 InvalidOptions'],
      ['html=x&width=1&width=2', '400 InvalidOptions'],
      ['html=x&ttl=-1', '400 InvalidTtl'],
      ['html=x&s3_secret=sesame', '400 InvalidOptions'],
      ['url=http%3A%2F%2Flocalhost', '400 URLDoesNotResolveError'],
    ])('A-LINK-7: by its query %j', async (query, code) => {
      const path = signLink(keys, query)
      expect(await refuse(path)).toBe(code)
      expect(JSON.stringify((await world.ask(path)).body)).not.toContain('sesame')
    })

    test('A-LINK-9: by its format', async () => {
      expect(await refuse(signLink(keys, 'html=x', { format: 'gif' }))).toBe('400 InvalidOptions')
    })

    test('with the failure of its render', async () => {
      world.work.render = async () => {
        throw new UnrecoverableError(writeFailure(new RenderError('NavigationError')))
      }
      expect(await refuse(signLink(keys, { html: 'failing', download: 'a.png' }))).toBe('400 NavigationError')
    })

    test('makes no render', async () => {
      const made: string[] = []
      world.work.render = async (job) => {
        made.push(job.id!)
        return world.succeed(job)
      }
      await refuse(`/v1/${keys.publishableKey}/${'0'.repeat(64)}/png?html=x`)
      await get({ html: 'x' })
      expect(made).toHaveLength(1)
    })
  })

  test('A-LINK-6: any live secret key signs; none after it, the link’s key or the project is gone', async () => {
    /** Is refused for its options once its token is right. */
    const query = 'width=300'
    const { management } = world
    const project = { id: 'project_3', enabled: true }
    const [first, second] = [makeApiKey('sk'), makeApiKey('sk')]
    const linked = { ...project, linkKeys: [first, second] }
    const [fewer, disabled, revoked] = [1, 2, 3].map(() => management.addLinkKeys({ project: linked }))
    const codes = () =>
      Promise.all(
        [fewer, disabled, revoked].flatMap((links) =>
          [first, second].map(async (secretKey) =>
            codeOf(await world.ask(signLink({ ...links!, secretKey }, query))),
          ),
        ),
      )

    expect(new Set(await codes())).toEqual(new Set(['400 NoUrlSupplied']))
    management.changeAccount(fewer!.publishableKey, { project: { ...linked, linkKeys: [second] } })
    management.changeAccount(disabled!.publishableKey, { project: { ...linked, enabled: false } })
    management.revoke(revoked!.publishableKey)
    jest.advanceTimersByTime(5000)
    const gone = ['401 ProjectNotEnabled', '401 ApiKeyNotFound'].flatMap((code) => [code, code])
    const expected = ['401 TokenNotMatchedError', '400 NoUrlSupplied', ...gone]
    await until(async () => (await codes()).join() === expected.join())
  })

  test('414 for a longer path and query', async () => {
    expect(codeOf(await get({ html: 'x'.repeat(40_000) }))).toBe('414 TargetTooLong')
  })

  test('404 for further segments and other paths; 405 for other methods', async () => {
    expect(codeOf(await world.ask(signLink(keys, 'html=x').replace('?', '/x?')))).toBe('404 NotFound')
    expect(codeOf(await world.ask('/v1/nothing/here'))).toBe('404 NotFound')
    for (const method of ['POST', 'PUT']) {
      const refused = await get({ html: 'x' }, { method })
      expect([codeOf(refused), refused.headers.get('allow')]).toEqual([
        '405 MethodNotAllowed',
        'GET, HEAD, DELETE',
      ])
    }
  })

  test('429 after so many renders in a minute for one client; a cached result is none', async () => {
    const settings = { LINK_RENDERS_PER_MINUTE: '3', TRUST_PROXY: '127.0.0.1' }
    await using limited = await world.startAnother(settings)
    const ask = (client: string, html: string) =>
      sendRequest(`http://127.0.0.1:${limited.port}${signLink(keys, { html })}`, {
        headers: { 'x-forwarded-for': client },
      })
    const answers: ApiResponse[] = []
    for (const html of ['a', 'b', 'c', 'd']) answers.push(await ask('203.0.113.1', html))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    const { headers } = answers.at(-1)!
    expect([Number(headers.get('retry-after')) > 0, headers.get('cache-control')]).toEqual([true, 'no-store'])
    expect((await ask('203.0.113.1', 'a')).status).toBe(200)
    expect((await ask('203.0.113.2', 'd')).status).toBe(200)
  })
})
