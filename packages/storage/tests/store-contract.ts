import { describe, expect, test } from '@jest/globals'
import { buffer } from 'node:stream/consumers'
import { keyBeside, makeArtefactKey, type ArtefactStore } from '../src/index.ts'

/** What every store must do; `open` gives a store over a fresh, empty place. */
export function describeStore(name: string, open: () => Promise<ArtefactStore>): void {
  describe(`${name} store`, () => {
    test('what was written is read back, byte for byte', async () => {
      const store = await open()
      const key = makeArtefactKey('png')
      const body = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
      await store.write(key, body)
      const found = await store.find(key)
      expect(found?.sizeBytes).toBe(body.length)
      expect(await buffer(found!.read())).toEqual(body)
    })

    test('a range is read alone, both ends included', async () => {
      const store = await open()
      const key = makeArtefactKey('png')
      await store.write(key, Buffer.from('0123456789'))
      const found = await store.find(key)
      expect(String(await buffer(found!.read({ start: 2, end: 4 })))).toBe('234')
    })

    test('an empty artefact is an artefact', async () => {
      const store = await open()
      const key = makeArtefactKey('md')
      await store.write(key, Buffer.alloc(0))
      expect((await store.find(key))?.sizeBytes).toBe(0)
    })

    test('an unknown key finds nothing', async () => {
      expect(await (await open()).find(makeArtefactKey('png'))).toBeUndefined()
    })

    test('writing again replaces, and changes the entity tag', async () => {
      const store = await open()
      const key = makeArtefactKey('png')
      await store.write(key, Buffer.from('first'))
      const first = await store.find(key)
      await store.write(key, Buffer.from('second!'))
      const second = await store.find(key)
      expect(String(await buffer(second!.read()))).toBe('second!')
      expect(second!.etag).not.toBe(first!.etag)
      expect(second!.etag).toMatch(/^".+"$/)
    })

    test('a removed artefact is gone, removing it again is fine', async () => {
      const store = await open()
      const key = makeArtefactKey('png')
      await store.write(key, Buffer.from('x'))
      await store.remove(key)
      await store.remove(key)
      expect(await store.find(key)).toBeUndefined()
    })

    test('a sweep deletes the days before, and only those', async () => {
      const store = await open()
      const old = makeArtefactKey('png', new Date('2026-01-31T23:59:59Z'))
      const older = makeArtefactKey('jpg', new Date('2025-12-01T00:00:00Z'))
      const kept = makeArtefactKey('png', new Date('2026-02-01T00:00:00Z'))
      const besideOld = keyBeside(old, { suffix: '-small', extension: 'png' })
      for (const key of [old, besideOld, older, kept]) await store.write(key, Buffer.from('x'))
      expect(await store.sweep('2026-02-01')).toBe(3)
      expect(await store.find(old)).toBeUndefined()
      expect(await store.find(besideOld)).toBeUndefined()
      expect(await store.find(older)).toBeUndefined()
      expect(await store.find(kept)).toBeDefined()
      expect(await store.sweep('2026-02-01')).toBe(0)
    })

    test.each(['../secret', '2026/01/01/../../x.png', '/etc/passwd', '2026/01/01/a\0.png', ''])(
      'the key %j is refused',
      async (key) => {
        const store = await open()
        await expect(store.find(key)).rejects.toThrow('Not the key')
        await expect(store.write(key, Buffer.from('x'))).rejects.toThrow('Not the key')
      },
    )
  })
}
