import { afterAll, describe, expect, test } from '@jest/globals'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDiskStore, makeArtefactKey } from '../src/index.ts'
import { describeStore } from './store-contract.ts'

const roots: string[] = []

async function freshRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'store-'))
  roots.push(root)
  return root
}

afterAll(async () => {
  for (const root of roots) await rm(root, { recursive: true, force: true })
})

describeStore('disk', async () => createDiskStore(await freshRoot()))

describe('disk store', () => {
  test('no unfinished file stays beside an artefact', async () => {
    const root = await freshRoot()
    const key = makeArtefactKey('png')
    await createDiskStore(root).write(key, Buffer.from('x'))
    expect(await readdir(join(root, dirname(key)))).toHaveLength(1)
  })

  test('a failed write leaves nothing and says why', async () => {
    const root = join(await freshRoot(), 'a-file')
    await writeFile(root, '')
    await expect(createDiskStore(root).write(makeArtefactKey('png'), Buffer.from('x'))).rejects.toThrow(
      'ENOTDIR',
    )
  })
})
