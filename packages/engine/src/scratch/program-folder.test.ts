import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProgramFolder } from './program-folder.ts'

const ROOT = process.geteuid!() === 0
const NOBODY = 65_534

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'program-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the folder is ours, and its writable subfolders belong to the program', async () => {
  const path = await createProgramFolder(ROOT ? NOBODY : undefined, folder)
  expect(statSync(path)).toMatchObject({ uid: process.geteuid!() })
  expect(statSync(path).mode & 0o066).toBe(0)
  for (const name of ['profile', 'home']) {
    const { uid, mode } = statSync(join(path, name))
    expect([uid, mode & 0o777]).toEqual([ROOT ? NOBODY : process.geteuid!(), 0o700])
  }
})
