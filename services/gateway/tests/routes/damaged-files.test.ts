import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { listen } from '@render/http'
import { readConfig } from '@render/runtime'
import { sendRequest, signLink, type ApiResponse, type LinkKeys } from '@render/testkit'
import { randomUUIDv7 } from 'node:crypto'
import { appendFile, mkdir, rm, truncate } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createGatewayApp } from '../../src/app.ts'
import { environment } from '../../src/config.ts'
import { createContext, type GatewayContext } from '../../src/context.ts'
import { useWorld } from '../support/use-world.ts'

/** Larger than a file that is read whole before it is sent. */
const LARGE = Buffer.alloc(1_000_000, 1)

describe('a cached link whose file is damaged', () => {
  const world = useWorld({ LINK_RENDERS_PER_MINUTE: '0' })
  const parts = new AsyncDisposableStack()
  let root: string
  let url: string
  let logged: string
  let keys: LinkKeys
  /** Gets the path of a file after it was found for a request of a part, before that is read. */
  let damage: (path: string) => Promise<unknown>

  beforeAll(async () => {
    const variables = await world.anotherEnvironment()
    root = variables.STORAGE_PATH
    const context = parts.use(await createContext(readConfig(environment, variables)))
    const error = (...line: unknown[]) => void (logged += JSON.stringify(line))
    const logger = Object.assign(Object.create(context.logger), { error }) as GatewayContext['logger']
    const find: GatewayContext['store']['find'] = async (key) => {
      const found = await context.store.find(key)
      await damage(join(root, key))
      return found
    }
    const app = createGatewayApp({ ...context, logger, store: { ...context.store, find } })
    const { port } = parts.use(await listen(app, { host: '127.0.0.1', port: 0 }))
    url = `http://127.0.0.1:${port}`
  })

  afterAll(() => parts.disposeAsync())

  beforeEach(() => {
    damage = async () => {}
    logged = ''
    keys = world.management.addLinkKeys({ project: { id: `project-${randomUUIDv7()}`, enabled: true } })
  })

  const get = (init: RequestInit = {}) => sendRequest(url + signLink(keys, 'html=x'), init)
  /** Asks for all bytes as a part. */
  const getPart = () => get({ headers: { range: 'bytes=0-' } })
  const statusOf = ({ status, headers, body }: ApiResponse) =>
    body.error ? `${status} ${body.error.code}` : headers.get('x-service-cache-status')

  /** Makes the result of the link and returns the path of its file. */
  async function cache(): Promise<string> {
    const made = await sendRequest(url + signLink(keys, 'html=x&response_type=json'))
    expect(statusOf(made)).toBe('MISS')
    return join(root, new URL(made.body.renderUrl).pathname.replace('/renders/', ''))
  }

  function damageOnce(change: (path: string) => Promise<unknown>): void {
    damage = async (path) => {
      damage = async () => {}
      await change(path)
    }
  }

  test('is rendered again when the file has lost bytes', async () => {
    await truncate(await cache(), 3)
    const again = await get()
    expect([statusOf(again), new TextDecoder().decode(again.body)]).toEqual(['MISS', 'the picture'])
    expect(statusOf(await get())).toBe('HIT')
  })

  test('is rendered again when the file is removed after it was found', async () => {
    await cache()
    damageOnce(rm)
    expect([statusOf(await getPart()), statusOf(await get())]).toEqual(['MISS', 'HIT'])
  })

  test('is not described while another is made', async () => {
    await cache()
    damageOnce(rm)
    const held = Promise.withResolvers<void>()
    world.work.render = (job) => held.promise.then(() => world.succeed(job))
    const query = 'html=x&redirect_after=1&download=a.png'
    const { status, headers } = await sendRequest(url + signLink(keys, query), {
      headers: { range: 'bytes=0-' },
    })
    held.resolve()
    const names = ['cache-control', 'etag', 'last-modified', 'expires', 'content-disposition']
    expect([status, ...names.map((name) => headers.get(name))]).toEqual([
      307,
      'no-store',
      ...Array<null>(4).fill(null),
    ])
    expect(headers.get('x-service-cache-status')).toBeNull()
  })

  test.each<[string, (path: string) => Promise<unknown>, cause: string]>([
    ['loses bytes', (path) => truncate(path, 3), 'read 3 of 11 bytes'],
    ['gets more bytes', (path) => appendFile(path, 'x'), 'read 12 of 11 bytes'],
  ])('answers 500 when the file %s after it was found', async (_, change, cause) => {
    const path = await cache()
    damageOnce(change)
    const failed = await getPart()
    expect([statusOf(failed), failed.headers.get('cache-control')]).toEqual(['500 InternalError', 'no-store'])
    expect(logged).toContain(cause)
    expect(logged).not.toContain(basename(path))
    expect(statusOf(await get())).toBe('MISS')
  })

  test('answers 500 to a range of it', async () => {
    await cache()
    damageOnce((path) => truncate(path, 3))
    expect(statusOf(await get({ headers: { range: 'bytes=0-1' } }))).toBe('500 InternalError')
  })

  describe('and is too large to be read before it is sent', () => {
    beforeEach(() => {
      world.work.render = async (job) => {
        const outcome = await world.succeed(job)
        await world.store.write(outcome.artefact.key, { bytes: LARGE }, outcome.artefact)
        return { ...outcome, artefact: { ...outcome.artefact, sizeBytes: LARGE.length } }
      }
    })

    test('cuts the connection when the file loses bytes after it was found', async () => {
      await cache()
      expect((await getPart()).body).toHaveLength(LARGE.length)
      damageOnce((path) => truncate(path, 700_000))
      await expect(getPart()).rejects.toThrow()
      expect(logged).toContain('read 700000 of 1000000 bytes')
    })

    test('answers 500 when the file becomes unreadable after it was found', async () => {
      const path = await cache()
      damageOnce(() => rm(path).then(() => mkdir(path)))
      expect(statusOf(await getPart())).toBe('500 InternalError')
      expect(logged).toContain('EISDIR')
      expect(logged).not.toContain(basename(path))
      expect(statusOf(await get())).toBe('MISS')
    })

    test.each<[string, (path: string) => Promise<unknown>]>([
      ['lost', (path) => truncate(path, 700_000)],
      ['got', (path) => appendFile(path, 'x')],
    ])('is rendered again when the file has %s bytes', async (_, change) => {
      await change(await cache())
      expect([statusOf(await get()), statusOf(await get())]).toEqual(['MISS', 'HIT'])
    })
  })
})
