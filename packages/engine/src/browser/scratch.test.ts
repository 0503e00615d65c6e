import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createScratch, removeScratch, sweepScratch } from './scratch.ts'

const ROOT = process.geteuid!() === 0
const NOBODY = 65_534

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scratch-'))
})
afterEach(() => {
  if (ROOT) process.seteuid!(0)
  rmSync(folder, { recursive: true })
})

test('the directory is ours, and what the browser writes to is its own', async () => {
  const path = await createScratch(ROOT ? NOBODY : undefined, folder)
  expect(statSync(path)).toMatchObject({ uid: process.geteuid!() })
  expect(statSync(path).mode & 0o066).toBe(0)
  for (const name of ['profile', 'home']) {
    const { uid, mode } = statSync(join(path, name))
    expect([uid, mode & 0o777]).toEqual([ROOT ? NOBODY : process.geteuid!(), 0o700])
  }
  await removeScratch(path)
  expect(readdirSync(folder)).toEqual([])
})

test('a sweep removes what the dead left, and nothing of those who live', async () => {
  const ours = await createScratch(undefined, folder)
  mkdirSync(join(folder, `render-browser-${process.pid}-1-reused`))
  mkdirSync(join(folder, 'render-browser-999999999-1-dead'))
  mkdirSync(join(folder, 'something-else'))
  await sweepScratch(folder)
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([
    ours,
    join(folder, 'something-else'),
  ])
})

test('a sweep passes over what it may not remove', async () => {
  const theirs = join(folder, 'render-browser-999999998-1-theirs')
  const dead = join(folder, 'render-browser-999999999-1-dead')
  mkdirSync(join(theirs, 'profile'), { recursive: true })
  mkdirSync(dead)
  chmodSync(theirs, 0o500)
  if (ROOT) {
    chownSync(folder, NOBODY, NOBODY)
    process.seteuid!(NOBODY)
  }
  await sweepScratch(folder)
  if (ROOT) process.seteuid!(0)
  expect(readdirSync(folder)).toEqual(['render-browser-999999998-1-theirs'])
  chmodSync(theirs, 0o700)
})
