import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { answerError, createApp, listen, mountRoutes, type Listener } from '@render/http'
import { makeArtefactKey, StoreError } from '@render/storage'
import { Readable } from 'node:stream'
import type { GatewayContext } from '../../src/context.ts'
import { routesOf } from '../../src/routes/endpoint.ts'
import { readArtefact } from '../../src/routes/read-artefact.ts'

const key = makeArtefactKey('png')
const failure = new StoreError('unavailable', 'read EIO')
const fail = () => Promise.reject(failure)
const found = { sizeBytes: 1_000_000, etag: '"1"', modified: new Date() }
const streamOf = (chunks: AsyncGenerator<Buffer>) => Readable.from(chunks, { objectMode: false })

const routesWith = (store: GatewayContext['store']) =>
  routesOf([readArtefact], { store, artefactDays: 30 } as GatewayContext)

describe('while the disk fails, GET /renders/{key}', () => {
  let listener: Listener
  let logged: string
  let store: GatewayContext['store']

  beforeEach(async () => {
    logged = ''
    const app = createApp()
    const current: typeof store = {
      find: (key) => store.find(key),
      open: (key) => store.open(key),
      read: (key) => store.read(key),
    }
    mountRoutes(app, routesWith(current))
    app.use(answerError({ error: (...line) => void (logged += JSON.stringify(line)) }))
    listener = await listen(app, { host: '127.0.0.1', port: 0 })
  })

  afterEach(async () => {
    await listener[Symbol.asyncDispose]()
    expect(logged).toContain('The store failed or did not answer in time')
    expect(logged).toContain('read EIO')
    expect(logged).not.toContain(key)
  })

  const read = () => fetch(`http://127.0.0.1:${listener.port}/renders/${key}`)

  test.each<[string, typeof store]>([
    ['find', { find: fail, open: fail, read: fail }],
    ['open', { find: async () => found, open: fail, read: fail }],
    ['read', { find: async () => ({ ...found, sizeBytes: 1000 }), open: fail, read: fail }],
  ])('returns 500 when the store fails to %s', async (_, failing) => {
    store = failing
    const answer = await read()
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('EIO')
  })

  test('cuts the connection when the store fails in the middle', async () => {
    const partial = async function* () {
      yield Buffer.alloc(1000)
      throw failure
    }
    store = { find: async () => found, open: async () => streamOf(partial()), read: fail }
    await expect(read().then((answer) => answer.arrayBuffer())).rejects.toThrow()
  })
})

describe('GET /renders/{key} of a file that is swept after it was found', () => {
  test('returns 404', async () => {
    const app = createApp()
    const store = {
      find: async () => found,
      open: () => Promise.reject(new StoreError('gone', 'open ENOENT')),
      read: fail,
    }
    mountRoutes(app, routesWith(store))
    app.use(answerError({ error: () => undefined }))
    await using listener = await listen(app, { host: '127.0.0.1', port: 0 })
    expect((await fetch(`http://127.0.0.1:${listener.port}/renders/${key}`)).status).toBe(404)
  })
})

describe('a client that disconnects in the middle', () => {
  test('is not logged as a failure of the disk', async () => {
    let logged = ''
    const closed = Promise.withResolvers<void>()
    const endless = streamOf(
      (async function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    const app = createApp()
    const store = { find: async () => ({ ...found, sizeBytes: 1e12 }), open: async () => endless, read: fail }
    mountRoutes(app, routesWith(store))
    app.use(answerError({ error: (...line) => void (logged += JSON.stringify(line)) }))
    await using listener = await listen(app, { host: '127.0.0.1', port: 0 })
    endless.once('close', closed.resolve)

    const leaving = new AbortController()
    await fetch(`http://127.0.0.1:${listener.port}/renders/${key}`, { signal: leaving.signal })
    leaving.abort()
    await closed.promise
    expect(logged).toBe('')
  })
})
