import { describe, expect, test } from '@jest/globals'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInNewContext } from 'node:vm'
import { pageScript } from './page-script.ts'

describe('a page script', () => {
  test('has the exports of its module, with the code that it imports, and needs no global', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'page-script-'))
    await writeFile(join(folder.path, 'double.ts'), 'export const double = (of: number): number => of * 2')
    const entry = join(folder.path, 'entry.ts')
    await writeFile(entry, "import { double } from './double.ts'\nexport const four = () => double(2) + 'ž'")
    const script = pageScript(pathToFileURL(entry))
    const [first, second] = await Promise.all([script(), script()])
    expect(second).toBe(first)
    expect(runInNewContext(`${first}.four()`)).toBe('4ž')
  })

  test('cannot be made of a module that is missing', async () => {
    const script = pageScript(new URL('missing.ts', import.meta.url))
    await expect(script()).rejects.toThrow('Could not resolve')
  })
})
