import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { makeArtefactKey, sideFileKey, SMALL_BYTES, type ArtefactStore } from '../src/index.ts'

const png = { contentType: 'image/png' }
const bytesOf = (content: string) => ({ bytes: Buffer.from(content) })

/** Returns bytes that count from 0 to 250 again and again, so that no two parts of a power of two are the same. */
export function countedBytes(length: number): Buffer {
  return Buffer.alloc(
    length,
    Uint8Array.from({ length: 251 }, (_, at) => at),
  )
}

/** Runs what every back end must do. `create` returns a store over a fresh, empty place. */
export function describeStore(
  name: string,
  create: (settings?: { writeTimeoutMs: number }) => Promise<ArtefactStore>,
): void {
  describe(`${name} store`, () => {
    let folder: string

    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'store-contract-'))
    })

    afterAll(() => rmSync(folder, { recursive: true }))

    test('reads back what was written, byte for byte', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      const bytes = countedBytes(100_000)
      await store.write(key, { bytes }, png)
      expect((await store.find(key))?.sizeBytes).toBe(bytes.length)
      expect(bytes.equals(await buffer(await store.open(key)))).toBe(true)
    })

    test.each([0, 100_000, SMALL_BYTES + 1])('loads %i bytes with their facts', async (sizeBytes) => {
      const store = await create()
      const key = makeArtefactKey('png')
      const content = countedBytes(sizeBytes)
      await store.write(key, { bytes: content }, png)
      const { bytes, ...facts } = await store.load(key)
      expect(facts).toEqual(await store.find(key))
      expect(Buffer.isBuffer(bytes)).toBe(sizeBytes <= SMALL_BYTES)
      expect(content.equals(Buffer.isBuffer(bytes) ? bytes : await buffer(bytes))).toBe(true)
    })

    test('writes a file, shows its bytes once, and returns size and hash of what was written', async () => {
      const store = await create()
      const key = makeArtefactKey('pdf')
      const bytes = countedBytes(300_000)
      const path = join(folder, 'body')
      writeFileSync(path, bytes)
      const chunks: Buffer[] = []
      const onChunk = (chunk: Buffer) => void chunks.push(Buffer.from(chunk))
      expect(await store.write(key, { path, sizeBytes: bytes.length }, { ...png, onChunk })).toEqual({
        sizeBytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      })
      expect(bytes.equals(Buffer.concat(chunks))).toBe(true)
      expect(chunks.length).toBeGreaterThan(1)
      expect(bytes.equals(await buffer(await store.open(key)))).toBe(true)
    })

    test('reads a range, both ends included', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      await store.write(key, bytesOf('0123456789'), png)
      expect(await text(await store.open(key, { start: 2, end: 4 }))).toBe('234')
    })

    test('stores an empty artefact', async () => {
      const store = await create()
      const key = makeArtefactKey('md')
      expect(await store.write(key, bytesOf(''), png)).toMatchObject({ sizeBytes: 0 })
      expect((await store.find(key))?.sizeBytes).toBe(0)
      expect(await text(await store.open(key))).toBe('')
    })

    test('finds nothing under an unknown key, and opening or loading it fails as gone', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      expect(await store.find(key)).toBeUndefined()
      await expect(store.open(key)).rejects.toMatchObject({ name: 'StoreError', failure: 'gone' })
      await expect(store.load(key)).rejects.toMatchObject({ name: 'StoreError', failure: 'gone' })
    })

    test('replaces an artefact that is written again, and changes its entity tag', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      await store.write(key, bytesOf('first'), png)
      const first = await store.find(key)
      await store.write(key, bytesOf('second!'), png)
      const second = await store.find(key)
      expect(await text(await store.open(key))).toBe('second!')
      expect(second!.etag).not.toBe(first!.etag)
      expect(second!.etag).toMatch(/^".+"$/)
    })

    test('removes an artefact, also when it was already removed', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      await store.write(key, bytesOf('x'), png)
      await store.remove(key)
      await store.remove(key)
      expect(await store.find(key)).toBeUndefined()
    })

    test('reads an opened artefact to its end although it is removed', async () => {
      const store = await create()
      const key = makeArtefactKey('png')
      const bytes = Buffer.alloc(1_000_000, 7)
      await store.write(key, { bytes }, png)
      const opened = await store.open(key)
      await store.remove(key)
      expect(bytes.equals(await buffer(opened))).toBe(true)
    })

    test('sweeps all days before a day, and no others', async () => {
      const store = await create()
      const old = makeArtefactKey('png', new Date('2026-01-31T23:59:59Z'))
      const older = makeArtefactKey('jpg', new Date('2025-12-01T00:00:00Z'))
      const kept = makeArtefactKey('png', new Date('2026-02-01T00:00:00Z'))
      const besideOld = sideFileKey(old, { suffix: '-small', extension: 'png' })
      for (const key of [old, besideOld, older, kept]) await store.write(key, bytesOf('x'), png)
      expect(await store.sweep('2026-02-01')).toBe(3)
      expect(await store.find(old)).toBeUndefined()
      expect(await store.find(besideOld)).toBeUndefined()
      expect(await store.find(older)).toBeUndefined()
      expect(await store.find(kept)).toBeDefined()
      expect(await store.sweep('2026-02-01')).toBe(0)
    })

    test('measures its free space', async () => {
      const store = await create()
      await store.write(makeArtefactKey('png'), bytesOf('x'), png)
      const { freeShare } = await store.health()
      expect(freeShare).toBeGreaterThan(0)
      expect(freeShare).toBeLessThanOrEqual(1)
    })

    test.each(['../secret', '2026/01/01/../../x.png', '/etc/passwd', '2026/01/01/a\0.png', ''])(
      'rejects the key %j',
      async (key) => {
        const store = await create()
        await expect(store.find(key)).rejects.toThrow('Not the key')
        await expect(store.open(key)).rejects.toThrow('Not the key')
        await expect(store.load(key)).rejects.toThrow('Not the key')
        await expect(store.remove(key)).rejects.toThrow('Not the key')
        await expect(store.write(key, bytesOf('x'), png)).rejects.toThrow('Not the key')
      },
    )

    describe('a write whose bytes never arrive', () => {
      const path = () => join(folder, 'pipe')
      let openEnd: number

      // A pipe that has a writer which writes nothing: reading it waits for ever.
      beforeAll(() => {
        execFileSync('mkfifo', [path()])
        openEnd = openSync(path(), 'r+')
      })

      afterAll(() => closeSync(openEnd))

      const endless = () => ({ path: path(), sizeBytes: 1 })

      test('fails as unavailable after the deadline, and stores nothing', async () => {
        const store = await create({ writeTimeoutMs: 100 })
        const key = makeArtefactKey('png')
        await expect(store.write(key, endless(), png)).rejects.toMatchObject({
          name: 'StoreError',
          failure: 'unavailable',
        })
        expect(await store.find(key)).toBeUndefined()
      })

      test("stops with the signal's reason, and stores nothing", async () => {
        const store = await create()
        const key = makeArtefactKey('png')
        const cancelling = new AbortController()
        const writing = store.write(key, endless(), { ...png, signal: cancelling.signal })
        const reason = new Error('cancelled')
        setTimeout(() => cancelling.abort(reason), 50)
        await expect(writing).rejects.toBe(reason)
        expect(await store.find(key)).toBeUndefined()
        await expect(store.write(key, bytesOf('x'), { ...png, signal: cancelling.signal })).rejects.toBe(
          reason,
        )
      })
    })
  })
}
