import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createProcessFolder, removeFolder, sweepProcessFolders } from './process-folder.ts'

const ROOT = process.geteuid!() === 0
const NOBODY = 65_534

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'process-folder-'))
})
afterEach(() => {
  if (ROOT) process.seteuid!(0)
  rmSync(folder, { recursive: true })
})

test('a removed folder is gone', async () => {
  await removeFolder(await createProcessFolder('browser', folder))
  expect(readdirSync(folder)).toEqual([])
})

test('a sweep removes the folders of dead processes, and no others', async () => {
  const ours = await createProcessFolder('browser', folder)
  const scratch = await createProcessFolder('scratch', folder)
  mkdirSync(join(folder, `render-browser-${process.pid}-1-reused`))
  mkdirSync(join(folder, 'render-browser-999999999-1-dead'))
  mkdirSync(join(folder, 'render-scratch-999999999-1-dead'))
  mkdirSync(join(folder, 'something-else'))
  await sweepProcessFolders(folder)
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([
    ours,
    scratch,
    join(folder, 'something-else'),
  ])
})

test('a sweep skips folders that it may not remove', async () => {
  const theirs = join(folder, 'render-browser-999999998-1-theirs')
  const dead = join(folder, 'render-browser-999999999-1-dead')
  mkdirSync(join(theirs, 'profile'), { recursive: true })
  mkdirSync(dead)
  chmodSync(theirs, 0o500)
  if (ROOT) {
    chownSync(folder, NOBODY, NOBODY)
    process.seteuid!(NOBODY)
  }
  await sweepProcessFolders(folder)
  if (ROOT) process.seteuid!(0)
  expect(readdirSync(folder)).toEqual(['render-browser-999999998-1-theirs'])
  chmodSync(theirs, 0o700)
})
