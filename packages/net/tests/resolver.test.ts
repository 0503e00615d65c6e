import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { settlesWithin } from '@render/async'
import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createQuery, queryTrusted } from '../src/names/resolver.ts'

/** More than the threads of a process. */
const PIPES = 32

let folder: string
let pipes: string[]
let opened: Promise<unknown>

// Opening a pipe that nobody writes to holds a thread of the process, as a slow name does with the system's resolver.
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'resolver-'))
  pipes = Array.from({ length: PIPES }, (_, index) => join(folder, String(index)))
  execFileSync('mkfifo', pipes)
  opened = Promise.all(pipes.map(async (pipe) => (await open(pipe, 'r')).close()))
})
afterAll(() => rmSync(folder, { recursive: true }))

test('names of callers are resolved while every thread of the process is held', async () => {
  const ofCallers = createQuery([])('a-name-that-does-not-exist.com').catch(() => undefined)
  const ofOperator = queryTrusted('localhost').catch(() => undefined)
  expect(await settlesWithin(ofCallers, 10_000)).toBe(true)
  expect(await settlesWithin(ofOperator, 100)).toBe(false)
  for (const pipe of pipes) closeSync(openSync(pipe, 'w'))
  await Promise.all([opened, ofOperator])
})
