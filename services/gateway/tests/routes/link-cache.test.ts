import { beforeEach, describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { connectBlocking, UnrecoverableError, writeFailure, type JobOf } from '@render/jobs'
import { internalPaths } from '@render/management-client'
import type { RenderOutcome } from '@render/outputs'
import { sendRequest, signLink, until, type ApiResponse, type LinkKeys } from '@render/testkit'
import { hashApiKey, makeApiKey } from '@render/vault'
import { randomUUIDv7 } from 'node:crypto'
import { commitRecords } from '../support/commit-records.ts'
import { monitorRedis } from '../support/monitor-redis.ts'
import { startSweeper } from '../support/start-sweeper.ts'
import { ALLOWED_URL } from '../support/start-world.ts'
import { useWorld } from '../support/use-world.ts'
import { waitingIn } from '../support/waiting.ts'

type Query = Parameters<typeof signLink>[1]
interface Sending extends RequestInit {
  format?: string
  hash?: string
  at?: string
}

/** A world whose workers tell which renders they made, with a project of its own for each test. */
function useLinks(overrides: Record<string, string> = {}) {
  const world = useWorld({ LINK_RENDERS_PER_MINUTE: '0', ...overrides })
  const made: string[] = []
  const links = {
    world,
    made,
    make,
    hold,
    get,
    statuses,
    keys: {} as LinkKeys,
    project: { id: '', enabled: true },
  }

  async function make(job: JobOf<'renders'>): Promise<RenderOutcome> {
    made.push(job.id!)
    return world.succeed(job)
  }

  /** Makes workers wait before they make a picture, until the returned function is called. */
  function hold(): () => void {
    const held = Promise.withResolvers<void>()
    world.work.render = async (job) => {
      await held.promise
      return make(job)
    }
    return held.resolve
  }

  function get(query: Query, { format, hash, at = world.url, ...init }: Sending = {}): Promise<ApiResponse> {
    return sendRequest(at + signLink(links.keys, query, { format, hash }), init)
  }

  /** Asks with one link after the other, and returns whether each came from the cache. */
  async function statuses(...queries: Query[]): Promise<string> {
    const found: string[] = []
    for (const query of queries) found.push(statusOf(await get(query)))
    return found.join(' ')
  }

  beforeEach(() => {
    made.length = 0
    links.project = { id: `project-${randomUUIDv7()}`, enabled: true }
    links.keys = world.management.addLinkKeys({ project: links.project })
    world.work.render = make
  })
  return links
}

const withMarkup = (options: object): Query => ({ html: 'x', ...options })
const statusOf = ({ status, headers, body }: ApiResponse) =>
  headers.get('x-service-cache-status') ?? `${status} ${body.error?.code ?? ''}`
const textOf = ({ body }: ApiResponse) => new TextDecoder().decode(body)
const idOf = ({ headers }: ApiResponse) => headers.get('x-service-render-id')
const maxAgeOf = ({ headers }: ApiResponse) =>
  Number(/^public, max-age=(\d+)$/.exec(headers.get('cache-control')!)?.[1])

describe('the cache of links', () => {
  const links = useLinks()
  const { get, statuses, made } = links

  test('A-CACHE-1: answers the same options in any order, spelling, case and encoding', async () => {
    const first = await get('url=http://127.0.1.1:8000/page&full_page=true&width=300')
    const second = await get('width=0300&fullPage=TRUE&url=http%3A%2F%2F127.0.1.1:8000%2Fpage', {
      hash: 'sha1',
    })
    expect([first, second].map(statusOf)).toEqual(['MISS', 'HIT'])
    expect([textOf(second), idOf(second)]).toEqual(['the picture', idOf(first)])
    for (const name of ['etag', 'last-modified', 'content-type', 'content-length', 'x-service-render-time'])
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    expect(made).toHaveLength(1)
  })

  test.each([
    ['click=a&click=b', 'click[0]=a&click[1]=b', 'click[]=a&click[]=b'],
    ['thumbnails=[{"width":100}]', 'thumbnails[width]=100', 'thumbnails[0][width]=100'],
    ['markdown_options={"bullets":"*"}', 'markdownOptions[bullets]=*'],
  ])('answers %s in any notation', async (first, ...others) => {
    const html = (query: string) => `html=x&${encodeURI(query)}`
    expect(await statuses(html(first))).toBe('MISS')
    expect(await statuses(...others.map(html))).toBe(others.map(() => 'HIT').join(' '))
    expect(await statuses('html=x')).toBe('MISS')
  })

  test('A-CACHE-2: differs by what changes the file, and by what nobody knows', async () => {
    const differing = [{}, { unique: 'a' }, { unique: 'b' }, { archive: '1' }, { engine_version: 'latest' }]
    const queries = [...differing, { width: '5' }].map(withMarkup)
    expect(await statuses(...queries)).toBe('MISS MISS MISS MISS MISS MISS')
    expect(statusOf(await get({ html: 'x' }, { format: 'jpg' }))).toBe('MISS')
    expect(await statuses(...queries)).toBe('HIT HIT HIT HIT HIT HIT')
  })

  test('A-CACHE-3: is shared by what changes only the answer', async () => {
    await get({ html: 'x' })
    const differing = [
      { tag: 'a' },
      { custom_id: 'a' },
      { webhook_url: ALLOWED_URL },
      { download: 'a' },
      { response_type: 'base64' },
      { redirect_after: '5' },
    ]
    expect(await statuses(...differing.map(withMarkup))).toBe('HIT HIT HIT HIT HIT HIT')
    const { headers } = await get({ html: 'x', download: 'b.png' })
    expect(headers.get('content-disposition')).toBe('attachment; filename=b.png')
  })

  test('A-CACHE-4: ignores what cache_ignore names', async () => {
    const ignoring = { html: 'x', cache_ignore: 'utm_source,width' }
    expect(await statuses(ignoring, { ...ignoring, utm_source: 'a' }, { ...ignoring, width: '7' })).toBe(
      'MISS HIT HIT',
    )
    expect(await statuses({ html: 'x', cache_ignore: 'url' })).toBe('400 InvalidOptions')
  })

  test('A-CACHE-5: lasts for ttl, of the stored result and of the request', async () => {
    const short = await get({ html: 'x', ttl: '2' })
    expect([statusOf(short), maxAgeOf(short) <= 2]).toEqual(['MISS', true])
    await until(async () => (await statuses({ html: 'x' })) === 'MISS')
    expect(await statuses({ html: 'x' })).toBe('HIT')
    await until(async () => (await statuses({ html: 'x', ttl: '1' })) === 'MISS')

    const never = await get({ html: 'y', ttl: '0' })
    expect([statusOf(never), never.headers.get('cache-control')]).toEqual(['MISS', 'no-store'])
    expect(await statuses({ html: 'y', ttl: '0' }, { html: 'y' })).toBe('MISS MISS')
    for (const ttl of ['-1', '2592001', 'abc'])
      expect(await statuses({ html: 'x', ttl })).toBe('400 InvalidTtl')
  })

  test('A-CACHE-6: tells how long the file lasts, and sends only what the caller lacks', async () => {
    await get({ html: 'x', ttl: '60' })
    const hit = await get({ html: 'x', ttl: '30' })
    expect(maxAgeOf(hit)).toBeLessThanOrEqual(30)
    expect(maxAgeOf(await get({ html: 'x' }))).toBeLessThanOrEqual(60)
    const etag = hit.headers.get('etag')!
    const known = await get({ html: 'x' }, { headers: { 'if-none-match': etag } })
    expect([known.status, statusOf(known), textOf(known)]).toEqual([304, 'HIT', ''])
    const part = await get({ html: 'x' }, { headers: { range: 'bytes=4-6' } })
    expect([part.status, statusOf(part), textOf(part)]).toEqual([206, 'HIT', 'pic'])
    const head = await get({ html: 'x' }, { method: 'HEAD' })
    expect([statusOf(head), head.headers.get('content-length')]).toEqual(['HIT', '11'])
  })

  test('A-CACHE-7: force renders again and replaces the result', async () => {
    const [first, forced] = [await get({ html: 'x' }), await get({ html: 'x', force: 'true' })]
    const next = await get({ html: 'x' })
    expect([first, forced, next].map(statusOf)).toEqual(['MISS', 'MISS', 'HIT'])
    expect([idOf(forced) === idOf(first), idOf(next) === idOf(forced)]).toEqual([false, true])
    expect(made).toHaveLength(2)
  })

  test('the file of a forced link is kept by this cache only', async () => {
    const caching = ({ headers }: ApiResponse) =>
      ['cache-control', 'expires'].map((name) => headers.get(name) ?? undefined)
    for (const form of ['binary', 'base64']) {
      const forced = await get({ html: 'x', force: 'true', response_type: form })
      expect([form, ...caching(forced)]).toEqual([form, 'no-cache', undefined])
    }
    const forced = await get({ html: 'x', force: 'true' })
    expect(forced.headers.get('etag')).toBeTruthy()
    const hit = await get({ html: 'x' })
    expect([statusOf(hit), idOf(hit), maxAgeOf(hit) > 2_591_000]).toEqual(['HIT', idOf(forced), true])
    expect(caching(await get({ html: 'x', force: 'false' }))[0]).toMatch(/^public/)
    expect(caching(await get({ html: 'x', force: 'true', ttl: '0' }))).toEqual(['no-store', undefined])
  })

  test('A-CACHE-8: equal links at once make one render', async () => {
    const proceed = links.hold()
    const asking = Array.from({ length: 20 }, () => get({ html: 'x' }))
    await waitingIn(links.world, 20)
    proceed()
    const answers = await Promise.all(asking)
    expect(
      new Set(answers.map((answer) => `${statusOf(answer)} ${textOf(answer)} ${idOf(answer)}`)).size,
    ).toBe(1)
    expect([statusOf(answers[0]!), made.length]).toEqual(['MISS', 1])
  })

  test('A-CACHE-9, X23, X25: does not keep a failure, of which all who waited learn', async () => {
    const failing = Promise.withResolvers<void>()
    links.world.work.render = async () => {
      await failing.promise
      const error = new RenderError('UploadFailedError')
      throw new UnrecoverableError(writeFailure(error))
    }
    const asking = [get({ html: 'x' }), get({ html: 'x' })]
    await waitingIn(links.world, 2)
    failing.resolve()
    expect((await Promise.all(asking)).map(statusOf)).toEqual(Array(2).fill('400 UploadFailedError'))
    links.world.work.render = links.make
    expect(await statuses({ html: 'x' }, { html: 'x' })).toBe('MISS HIT')
  })

  test('A-CACHE-12: is the same on all gateways, also on those that start later', async () => {
    await get({ html: 'x' })
    await using another = await links.world.startAnother()
    const at = `http://127.0.0.1:${another.port}`
    expect(statusOf(await get({ html: 'x' }, { at }))).toBe('HIT')
    await get({ html: 'y' }, { at })
    expect(await statuses({ html: 'y' })).toBe('HIT')
    const proceed = links.hold()
    const asking = [get({ html: 'z' }), get({ html: 'z' }, { at })]
    await waitingIn(links.world, 1)
    await waitingIn({ metricsUrl: `http://127.0.0.1:${another.metricsPort}` }, 1)
    proceed()
    expect(new Set((await Promise.all(asking)).map(idOf)).size).toBe(1)
  })

  test('A-CACHE-11: a result from it costs one call of Redis, none of management, and counts nothing', async () => {
    await get('html=x')
    const { redis, management } = links.world
    const connection = connectBlocking(redis.url)
    using monitor = await monitorRedis(redis.url)
    const ofProject = () => monitor.commands.filter((command) => command.includes(links.project.id))
    const names = () => ofProject().map((command) => /\] "(\w+)"/.exec(command)?.[1])
    management.requests.length = 0
    expect(await statuses(...Array<Query>(5).fill('html=x'))).toBe('HIT HIT HIT HIT HIT')
    await connection.echo(links.project.id)
    await until(() => names().includes('echo'))
    expect(names()).toEqual([...Array<string>(5).fill('evalsha'), 'echo'])
    const own = internalPaths.account(hashApiKey(links.keys.publishableKey))
    // Accounts of other tests are refreshed beside it.
    const others = [internalPaths.account(''), internalPaths.accountChanges]
    const asked = management.requests.filter(
      (path) => path === own || !others.some((start) => path.startsWith(start)),
    )
    expect(asked).toEqual([])
    connection.disconnect()
  })

  test('gives again the data and the answer of the model that belong to the file', async () => {
    links.world.work.render = async (job) => ({
      ...(await links.make(job)),
      llm: { answer: 'yes' },
      data: { customData: 7 },
    })
    const whole = { html: 'x', response_type: 'json' }
    const [first, again] = [await get(whole), await get(whole)]
    expect([statusOf(first), statusOf(again)]).toEqual(['MISS', 'HIT'])
    expect(again.body).toEqual(first.body)
    expect(again.body).toMatchObject({ llm: 'yes', customData: 7, renderId: idOf(first) })
    expect((await get({ ...whole, custom_id: 'mine' })).body.custom_id).toBe('mine')
    expect(again.headers.get('cache-control')).toBe('no-store')
  })

  test('follows the defaults of the project, and is closed with its keys', async () => {
    const change = (differing: object) =>
      links.world.management.changeAccount(links.keys.publishableKey, {
        project: { ...links.project, linkKeys: [links.keys.secretKey], ...differing },
      })
    expect(await statuses({ html: 'x' }, { html: 'x' })).toBe('MISS HIT')
    change({ defaults: { width: 300 } })
    await until(async () => (await statuses({ html: 'x' })) === 'MISS')
    expect(await statuses({ html: 'x', width: '300' })).toBe('HIT')
    change({ enabled: false })
    await until(async () => (await statuses({ html: 'x' })) === '401 ProjectNotEnabled')
    links.world.management.revoke(links.keys.publishableKey)
    await until(async () => (await statuses({ html: 'x' })) === '401 ApiKeyNotFound')
  })

  test('is of no use to another project', async () => {
    expect(await statuses({ html: 'x' })).toBe('MISS')
    links.keys = links.world.management.addLinkKeys({ project: { id: 'another', enabled: true } })
    expect(await statuses({ html: 'x' })).toBe('MISS')
  })

  test('makes a file again that is gone', async () => {
    const first = await get({ html: 'x', response_type: 'json' })
    const key = new URL(first.body.renderUrl).pathname.replace('/renders/', '')
    await links.world.store.remove(key)
    expect(await statuses({ html: 'x', response_type: 'json' }, { html: 'x' })).toBe('MISS HIT')
    expect(made).toHaveLength(2)
  })

  describe('when a caller leaves or is redirected', () => {
    test('keeps the result all the same', async () => {
      const proceed = links.hold()
      const leaving = new AbortController()
      const left = get({ html: 'x' }, { signal: leaving.signal }).catch(() => {})
      await waitingIn(links.world, 1)
      leaving.abort()
      await left
      await waitingIn(links.world, 0)
      proceed()
      await until(async () => (await statuses({ html: 'x' })) === 'HIT')
      expect(made).toHaveLength(1)
    })

    test('answers each of them in the form of its own link', async () => {
      const proceed = links.hold()
      const [maker, other] = await Promise.all([
        get({ html: 'x', redirect_after: '5' }),
        until(async () => {
          await waitingIn(links.world, 1)
          return get({ html: 'x', redirect_after: '1', response_type: 'base64' })
        }),
      ])
      expect([maker.status, other.status]).toEqual([307, 307])
      proceed()
      const end = async (answer: ApiResponse) => {
        while (answer.status === 307) answer = await sendRequest(answer.headers.get('location')!)
        return answer
      }
      const text = await end(other)
      expect(textOf(text)).toBe(Buffer.from('the picture').toString('base64'))
      expect(textOf(await end(maker))).toBe('the picture')
      expect(made).toHaveLength(1)
    })
  })

  describe('when a gateway dies', () => {
    /** Makes a result, and returns to the state in which a render acquired the lock long ago and nothing is stored. */
    async function abandon(renderId: (made: string) => string): Promise<void> {
      const first = await get({ html: 'x' })
      const connection = connectBlocking(links.world.redis.url)
      const [result] = await connection.keys(`link-result:${links.project.id}:*`)
      await connection.del(result!)
      const longAgo = (Date.now() - 60_000) * 1000
      await connection.zadd(result!.replace('link-result', 'link-makers'), longAgo, renderId(idOf(first)!))
      connection.disconnect()
    }

    test('its render that was never queued is made by another request', async () => {
      await abandon(() => randomUUIDv7())
      expect(await statuses({ html: 'x' }, { html: 'x' })).toBe('MISS HIT')
      expect(made).toHaveLength(2)
    })

    test('the result of its render is stored by another request', async () => {
      await abandon((id) => id)
      expect(await statuses({ html: 'x' }, { html: 'x' })).toBe('MISS HIT')
      expect(made).toHaveLength(1)
    })
  })

  test('a refused render leaves the others the lock', async () => {
    expect(await statuses({ url: 'http://localhost' }, { url: 'http://localhost' })).toBe(
      '400 URLDoesNotResolveError 400 URLDoesNotResolveError',
    )
  })

  describe('DELETE', () => {
    const remove = (query: Query, init: Sending = {}) => get(query, { method: 'DELETE', ...init })

    test('A-LINK-12: drops the result and its files, by the token or the secret key', async () => {
      await using _ = await commitRecords(links.world, [])
      await using __ = startSweeper(links.world)
      const first = await get({ html: 'x', response_type: 'json' })
      expect((await remove({ html: 'x' })).body).toEqual({ deleted: true })
      expect((await sendRequest(first.body.renderUrl)).status).toBe(404)
      expect((await remove({ html: 'x' })).body).toEqual({ deleted: false })
      expect(await statuses({ html: 'x' })).toBe('MISS')

      const path = `/v1/${links.keys.publishableKey}/png?html=x`
      const removeWith = async (key?: string) => {
        const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
        const { status, body } = await links.world.ask(path, { method: 'DELETE', headers })
        return body.error?.code ?? `${status} ${body.deleted}`
      }
      const foreign = links.world.management.addKey({ project: { id: 'another', enabled: true } })
      expect(await removeWith()).toBe('TokenlessRequestsNotEnabled')
      expect(await removeWith(foreign)).toBe('TokenNotMatchedError')
      expect(await removeWith(makeApiKey('sk'))).toBe('ApiKeyNotFound')
      const own = links.world.management.addKey({ project: links.project })
      expect(await removeWith(own)).toBe('200 true')
      expect(await statuses({ html: 'x' })).toBe('MISS')
      expect(made).toHaveLength(3)
      const beside = { headers: { authorization: 'Basic of-a-proxy' } }
      expect((await remove({ html: 'x' }, beside)).body).toEqual({ deleted: true })
    })

    test('needs the token of the link', async () => {
      const path = signLink(links.keys, 'html=x').replace('html=x', 'html=y')
      const { status, body } = await links.world.ask(path, { method: 'DELETE' })
      expect([status, body.error.code]).toEqual([401, 'TokenNotMatchedError'])
    })

    test('keeps what is being made from being stored', async () => {
      const proceed = links.hold()
      const asking = get({ html: 'x' })
      await waitingIn(links.world, 1)
      expect((await remove({ html: 'x' })).body).toEqual({ deleted: false })
      proceed()
      expect(textOf(await asking)).toBe('the picture')
      expect(await statuses({ html: 'x' })).toBe('MISS')
    })
  })
})

describe('the bounds of the cache of links', () => {
  const links = useLinks({ LINK_CACHE_ENTRIES: '2' })

  test('are of each project: its oldest results make room', async () => {
    const queries = ['a', 'b', 'c'].map((html) => ({ html }))
    expect(await links.statuses(...queries)).toBe('MISS MISS MISS')
    expect(await links.statuses(queries[2]!, queries[1]!, queries[0]!)).toBe('HIT HIT MISS')
  })
})
