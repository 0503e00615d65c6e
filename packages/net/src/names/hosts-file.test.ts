import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { watchHostsFile } from './hosts-file.ts'

let folder: string
let file: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hosts-'))
  file = join(folder, 'hosts')
})
afterAll(() => rmSync(folder, { recursive: true }))

test('returns all addresses of a name, and reads a changed file again after ten seconds', () => {
  let nowMs = 0
  const find = watchHostsFile(file, () => nowMs)
  expect(find('a.example')).toBeUndefined()

  writeFileSync(file, '# comment\n9.9.9.9\tA.example b.example # more\n\n::9  a.example\r\n')
  expect(find('a.example')).toBeUndefined()
  nowMs = 10_000
  expect(find('a.example')).toEqual(['9.9.9.9', '::9'])
  expect(find('b.example')).toEqual(['9.9.9.9'])
  expect([find('more'), find('9.9.9.9')]).toEqual([undefined, undefined])

  writeFileSync(file, '8.8.8.8 a.example')
  nowMs = 20_000
  expect([find('a.example'), find('b.example')]).toEqual([['8.8.8.8'], undefined])
})
