import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { answerError, createApp, listen, mountRoutes, type Listener } from '@render/http'
import { makeArtefactKey, StoreError, type LoadedArtefact } from '@render/storage'
import { Readable } from 'node:stream'
import type { GatewayContext } from '../../src/context.ts'
import { routesOf } from '../../src/routes/endpoint.ts'
import { getArtefact } from '../../src/routes/get-artefact.ts'

const key = makeArtefactKey('png')
const failure = new StoreError('unavailable', 'read EIO')
const fail = () => Promise.reject(failure)
const found = { sizeBytes: 1_000_000, etag: '"1"', modified: new Date() }
const failing = { find: fail, load: fail, open: fail }
const streamOf = (chunks: AsyncGenerator<Buffer>) => Readable.from(chunks, { objectMode: false })

const routesWith = (store: GatewayContext['store']) =>
  routesOf([getArtefact], { store, artefactDays: 30 } as GatewayContext)

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
      load: (key) => store.load(key),
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

  const read = (headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${listener.port}/renders/${key}`, { headers })

  const part = { range: 'bytes=0-9' }
  test.each<[string, Record<string, string>, Partial<typeof store>]>([
    ['load a file', {}, {}],
    ['find a part', part, {}],
    ['open a part', part, { find: async () => found }],
    ['load a small file for a part', part, { find: async () => ({ ...found, sizeBytes: 1000 }) }],
  ])('returns 500 when the store fails to %s', async (_, headers, working) => {
    store = { ...failing, ...working }
    const answer = await read(headers)
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('EIO')
  })

  test('cuts the connection when the store fails in the middle', async () => {
    const partial = async function* () {
      yield Buffer.alloc(1000)
      throw failure
    }
    store = { ...failing, load: async () => ({ ...found, bytes: streamOf(partial()) }) }
    await expect(read().then((answer) => answer.arrayBuffer())).rejects.toThrow()
    store = { ...failing, find: async () => found, open: async () => streamOf(partial()) }
    await expect(read(part).then((answer) => answer.arrayBuffer())).rejects.toThrow()
  })
})

describe('GET /renders/{key} of a file with other bytes than its size', () => {
  const small = { ...found, sizeBytes: 10 }
  test.each<[string, LoadedArtefact]>([
    ['fewer in memory', { ...small, bytes: Buffer.alloc(9) }],
    ['more in memory', { ...small, bytes: Buffer.alloc(11) }],
    ['fewer in a stream', { ...small, bytes: Readable.from([Buffer.alloc(9)]) }],
    ['more in a stream', { ...small, bytes: Readable.from([Buffer.alloc(11)]) }],
  ])('sends none as if they were whole: %s', async (_, loaded) => {
    let logged = ''
    const app = createApp()
    mountRoutes(app, routesWith({ ...failing, load: async () => loaded }))
    app.use(answerError({ error: (...line) => void (logged += JSON.stringify(line)) }))
    await using listener = await listen(app, { host: '127.0.0.1', port: 0 })
    const reading = fetch(`http://127.0.0.1:${listener.port}/renders/${key}`).then(async (answer) => {
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(String(answer.status))
    })
    await expect(reading).rejects.toThrow()
    expect(logged).toMatch(/read (9|11) of 10 bytes/)
  })
})

describe('GET /renders/{key} of a file that is swept after it was found', () => {
  test('returns 404', async () => {
    const app = createApp()
    const gone = () => Promise.reject(new StoreError('gone', 'open ENOENT'))
    const store = { find: async () => found, load: gone, open: gone }
    mountRoutes(app, routesWith(store))
    app.use(answerError({ error: () => undefined }))
    await using listener = await listen(app, { host: '127.0.0.1', port: 0 })
    for (const headers of [{}, { range: 'bytes=0-9' }])
      expect((await fetch(`http://127.0.0.1:${listener.port}/renders/${key}`, { headers })).status).toBe(404)
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
    const store = { ...failing, load: async () => ({ ...found, sizeBytes: 1e12, bytes: endless }) }
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
