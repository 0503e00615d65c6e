import { mkdtempDisposableSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { areCurrent, stampFiles } from './file-stamps.ts'

test.each<[string, (file: string) => void]>([
  ['has another size', (file) => writeFileSync(file, 'longer')],
  ['was modified', (file) => utimesSync(file, 2000, 2000)],
  ['is gone', (file) => rmSync(file)],
])('stamps are current until a file %s', (_, change) => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'stamps-'))
  const files = ['one', 'two'].map((name) => join(folder.path, name))
  for (const file of files) {
    writeFileSync(file, 'text')
    utimesSync(file, 1000, 1000)
  }
  const stamps = stampFiles(files, Date.now())
  expect(areCurrent(stamps)).toBe(true)
  change(files[1]!)
  expect(areCurrent(stamps)).toBe(false)
})

test('stamps of a file that changed since the given time are never current', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'stamps-'))
  const file = join(folder.path, 'file')
  writeFileSync(file, 'text')
  utimesSync(file, 1000, 1000)
  expect(areCurrent(stampFiles([file], 999_000))).toBe(false)
})
