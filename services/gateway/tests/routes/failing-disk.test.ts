import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { answerError, createApp, listen, mountRoutes, type Listener } from '@render/http'
import { makeArtefactKey, type StoredArtefact } from '@render/storage'
import { Readable } from 'node:stream'
import { readArtefact } from '../../src/routes/read-artefact.ts'

const key = makeArtefactKey('png')
const eio = Object.assign(new Error(`EIO: i/o error, read '/artefacts/${key}'`), {
  code: 'EIO',
  syscall: 'read',
  path: `/artefacts/${key}`,
})

describe('while the disk fails, GET /renders/{key}', () => {
  let listener: Listener
  let logged: string
  let find: () => Promise<StoredArtefact>

  beforeEach(async () => {
    logged = ''
    const app = createApp()
    mountRoutes(app, [readArtefact({ store: { find: () => find() }, artefactDays: 30 })])
    app.use(answerError({ error: (...line) => void (logged += JSON.stringify(line)) }))
    listener = await listen(app, { host: '127.0.0.1', port: 0 })
  })

  afterEach(async () => {
    await listener[Symbol.asyncDispose]()
    expect(logged).toContain('The disk failed: read EIO.')
    expect(logged).not.toContain(key)
  })

  const read = () => fetch(`http://127.0.0.1:${listener.port}/renders/${key}`)
  const stored = (chunks: () => AsyncGenerator<Buffer>): StoredArtefact => ({
    sizeBytes: 1_000_000,
    etag: '"1"',
    modified: new Date(),
    read: () => Readable.from(chunks(), { objectMode: false }),
  })

  test.each<[string, () => Promise<StoredArtefact>]>([
    ['find', () => Promise.reject(eio)],
    [
      'open',
      async () =>
        // oxlint-disable-next-line require-yield
        stored(async function* () {
          throw eio
        }),
    ],
  ])('is 500 when it fails to %s', async (_, finding) => {
    find = finding
    const answer = await read()
    expect(answer.status).toBe(500)
    expect(await answer.text()).not.toContain('EIO')
  })

  test('is cut when it fails in the middle', async () => {
    find = async () =>
      stored(async function* () {
        yield Buffer.alloc(1000)
        throw eio
      })
    await expect(read().then((answer) => answer.arrayBuffer())).rejects.toThrow()
  })
})

describe('a client that leaves in the middle', () => {
  test('is no failure of the disk', async () => {
    let logged = ''
    const left = Promise.withResolvers<void>()
    const endless = Readable.from(
      (async function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
      { objectMode: false },
    )
    const app = createApp()
    const found = { sizeBytes: 1e12, etag: '"1"', modified: new Date(), read: () => endless }
    mountRoutes(app, [readArtefact({ store: { find: async () => found }, artefactDays: 30 })])
    app.use(answerError({ error: (...line) => void (logged += JSON.stringify(line)) }))
    await using listener = await listen(app, { host: '127.0.0.1', port: 0 })
    endless.once('close', left.resolve)

    const leaving = new AbortController()
    await fetch(`http://127.0.0.1:${listener.port}/renders/${key}`, { signal: leaving.signal })
    leaving.abort()
    await left.promise
    expect(logged).toBe('')
  })
})
