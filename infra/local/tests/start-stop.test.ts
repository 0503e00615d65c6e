// The commands behind `npm start` and `npm stop`, on a state folder of the test's own.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { supervisorOf } from '../src/claim.ts'
import { descendants, isAlive, type ProcessIdentity } from '../src/process-identity.ts'
import type { StackFile } from '../src/stack-file.ts'

const START_MS = 240_000
let directory: string

beforeAll(() => {
  directory = mkdtempSync(`${tmpdir()}/start-stop-`)
})

afterAll(() => {
  run('stop')
  const { postgres } = readStack().directories
  for (const folder of [postgres, directory]) rmSync(folder!, { recursive: true, force: true })
})

function run(command: 'start' | 'stop', ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${import.meta.dirname}/../src/${command}.ts`, ...words],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', STATE_DIRECTORY: directory } },
  )
  return { status, output: stdout + stderr }
}

function readStack(): StackFile {
  return JSON.parse(readFileSync(`${directory}/stack.json`, 'utf8')) as StackFile
}

/** The supervisor and all that it has started. */
function everyProcess(): ProcessIdentity[] {
  const supervisor = supervisorOf(directory)!
  return [supervisor, ...descendants(supervisor.pid)]
}

describe('npm start -- --detach', () => {
  let before: StackFile

  test(
    'returns when all is healthy, and prints address, key and requests',
    async () => {
      const { status, output } = run('start', '--detach')
      expect(output).toContain('/v1/render/sync')
      expect(status).toBe(0)
      before = readStack()
      expect(before.state).toBe('running')
      expect(output).toContain(before.baseUrl)
      expect(output).toContain(before.secretKey)
      for (const port of [
        'gatewayMetrics',
        'workerMetrics',
        'dispatcherMetrics',
        'managementMetrics',
      ] as const) {
        const { status } = await fetch(`http://127.0.0.1:${before.ports[port]}/ready`)
        expect(status).toBe(200)
      }
    },
    START_MS,
  )

  test('keeps its keys from other users', () => {
    expect(statSync(`${directory}/stack.json`).mode & 0o777).toBe(0o600)
    expect(statSync(`${directory}/secrets.json`).mode & 0o777).toBe(0o600)
    expect(before).toMatchObject({
      managementUrl: expect.stringMatching(/^http:.*\/v2$/),
      secretKey: expect.stringMatching(/^sk_/),
      publishableKey: expect.stringMatching(/^pk_/),
      organisationKey: expect.stringMatching(/^mk_/),
      webhookSecret: expect.stringMatching(/^whsec_/),
    })
  })

  test('a second one says that it runs already', () => {
    const { status, output } = run('start', '--detach')
    expect(status).toBe(0)
    expect(output).toContain('runs already')
    expect(output).toContain(before.baseUrl)
  })

  test(
    'after a supervisor that was killed: ends what it left and starts at the same addresses',
    () => {
      const orphans = everyProcess()
      process.kill(orphans[0]!.pid, 'SIGKILL')
      const { status, output } = run('start', '--detach')
      expect({ status, output }).toMatchObject({ status: 0 })
      expect(orphans.filter(isAlive)).toEqual([])
      const { baseUrl, managementUrl, secretKey } = readStack()
      expect({ baseUrl, managementUrl, secretKey }).toEqual({
        baseUrl: before.baseUrl,
        managementUrl: before.managementUrl,
        secretKey: before.secretKey,
      })
    },
    START_MS,
  )
})

describe('npm stop', () => {
  test(
    'leaves no process',
    () => {
      const all = everyProcess()
      expect(all.length).toBeGreaterThanOrEqual(7)
      expect(run('stop')).toMatchObject({ status: 0, output: expect.stringContaining('Stopped.') })
      expect(all.filter(isAlive)).toEqual([])
      expect(readStack()).toMatchObject({ state: 'stopped', processes: {} })
    },
    START_MS,
  )

  test('has nothing to do when nothing runs', () => {
    expect(run('stop')).toMatchObject({ status: 0, output: expect.stringContaining('Nothing to stop') })
  })
})
