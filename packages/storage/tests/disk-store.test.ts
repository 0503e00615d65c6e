import { afterAll, describe, expect, jest, test } from '@jest/globals'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, writeFile, type FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDiskStore } from '../src/disk/disk-store.ts'
import { makeArtefactKey } from '../src/index.ts'
import { describeStore } from './store-contract.ts'

const roots: string[] = []
const png = { contentType: 'image/png' }
const body = { bytes: Buffer.from('x') }

async function createRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'store-'))
  roots.push(root)
  return root
}

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true, force: true })
})

describeStore('disk', async (settings) => createDiskStore({ root: await createRoot(), ...settings }))

describe('disk store', () => {
  test('leaves no temporary file beside an artefact', async () => {
    const root = await createRoot()
    const key = makeArtefactKey('png')
    await createDiskStore({ root }).write(key, body, png)
    expect(await readdir(join(root, dirname(key)))).toHaveLength(1)
  })

  test('flushes the whole file before it gets its name, and its folder after that', async () => {
    const root = await createRoot()
    const key = makeArtefactKey('png')
    await using folder = await open(root)
    const handles = Object.getPrototypeOf(folder) as FileHandle
    const sync: FileHandle['sync'] = Reflect.get(handles, 'sync')
    const flushed: string[] = []
    using _ = jest.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      const stat = await this.stat()
      const what = stat.isDirectory() ? 'folder' : `${stat.size} bytes`
      flushed.push(`${what}, ${existsSync(join(root, key)) ? 'named' : 'not named'}`)
      return sync.call(this)
    })
    await createDiskStore({ root }).write(key, { bytes: Buffer.from('abc') }, png)
    // The folders are new.
    const created = flushed.splice(0, flushed.length - 2)
    expect(new Set(created)).toEqual(new Set(['folder, not named']))
    expect(flushed).toEqual(['3 bytes, not named', 'folder, named'])
  })

  test('leaves nothing after a failed write, and names the error code', async () => {
    const root = join(await createRoot(), 'a-file')
    await writeFile(root, '')
    const key = makeArtefactKey('png')
    const writing = createDiskStore({ root }).write(key, body, png)
    await expect(writing).rejects.toThrow('ENOTDIR')
    await expect(writing).rejects.toMatchObject({ failure: 'unavailable' })
    await expect(writing).rejects.not.toThrow(key)
  })

  test('leaves no temporary file after a cancelled write', async () => {
    const root = await createRoot()
    const key = makeArtefactKey('png')
    const cancelling = new AbortController()
    const bytes = Buffer.alloc(100_000_000)
    const writing = createDiskStore({ root }).write(key, { bytes }, { ...png, signal: cancelling.signal })
    const rejected = expect(writing).rejects.toThrow('cancelled')
    const files = () => readdir(join(root, dirname(key))).catch(() => [])
    while ((await files()).length === 0) await sleep(1)
    cancelling.abort(new Error('cancelled'))
    await rejected
    while ((await files()).length > 0) await sleep(10)
  })

  test('fails as unavailable when a file cannot be read', async () => {
    const root = await createRoot()
    const key = makeArtefactKey('png')
    await mkdir(join(root, key), { recursive: true })
    const store = createDiskStore({ root })
    expect(await store.find(key)).toBeUndefined()
    await expect(store.load(key)).rejects.toMatchObject({ failure: 'gone' })
    await expect(store.open(key)).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('EISDIR'),
    })
  })

  test('fails as unavailable when a file does not answer in time', async () => {
    const root = await createRoot()
    const key = makeArtefactKey('png')
    await mkdir(join(root, dirname(key)), { recursive: true })
    // A pipe without a writer: opening it waits.
    execFileSync('mkfifo', [join(root, key)])
    const reading = createDiskStore({ root, timeoutMs: 50 }).open(key)
    await expect(reading).rejects.toMatchObject({
      failure: 'unavailable',
      message: expect.stringContaining('no answer within 50 ms'),
    })
    await using _ = await open(join(root, key), 'r+')
  })
})
