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

function run(command: 'start' | 'stop' | 'admin', ...words: string[]) {
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

/** Asks a listener of the stack, with a key; gives the body of an answer that is a success. */
async function ask(url: string, headers: Record<string, string>, body?: object): Promise<never> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect({ url, status: answer.status }).toEqual({ url, status: 200 })
  return (await answer.json()) as never
}

/** Asks the Management API, as the first organisation. */
function manage(path: string, body?: object) {
  const { managementUrl, organisationKey } = readStack()
  return ask(managementUrl + path, { 'x-api-key': organisationKey }, body)
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

interface Rendered {
  renderId: string
  renderUrl: string
}

let rendered: Rendered
let picture: ArrayBuffer
let organisation: string

describe('npm run admin', () => {
  test('does to this stack what an operator wants', () => {
    const { status, output } = run('admin', 'create-organisation', '--name', 'Made here')
    expect({ status, output }).toMatchObject({ status: 0 })
    organisation = (JSON.parse(output) as { organisationId: string }).organisationId
    expect(run('admin', 'help').output).toMatch(/create-user[^]+rotate-sealing-key/)
    expect(run('admin', 'fly')).toMatchObject({
      status: 2,
      output: expect.stringContaining('no command "fly"'),
    })
  })
})

describe('npm stop', () => {
  test('comes when something is there', async () => {
    const { baseUrl, secretKey } = readStack()
    const authorization = `Bearer ${secretKey}`
    rendered = await ask(`${baseUrl}/v1/render/sync`, { authorization }, { html: '<h1>Kept</h1>' })
    picture = await (await fetch(rendered.renderUrl)).arrayBuffer()
    await manage('/projects', { name: 'Kept' })
  }, 120_000)

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

describe('a second start', () => {
  test(
    'keeps all data, also with a new key for what is sealed',
    async () => {
      const before = readStack()
      expect(run('admin', 'rotate-sealing-key')).toMatchObject({ status: 0 })
      expect(run('start', '--detach')).toMatchObject({ status: 0 })
      const { baseUrl, managementUrl, secretKey, organisationKey } = readStack()
      expect(before).toMatchObject({ baseUrl, managementUrl, secretKey, organisationKey })

      const { projects } = (await manage('/projects')) as { projects: { name: string }[] }
      expect(projects.map(({ name }) => name)).toEqual(['Default', 'Kept'])
      expect(await manage('/usage')).toMatchObject({ rendersUsed: 1 })
      const status = `${baseUrl}/v1/render/${rendered.renderId}`
      expect(await ask(status, {})).toMatchObject({ status: 'succeeded' })
      expect(await (await fetch(rendered.renderUrl)).arrayBuffer()).toEqual(picture)
      expect(run('admin', 'list-organisations').output).toContain(organisation)

      const authorization = `Bearer ${secretKey}`
      await ask(`${baseUrl}/v1/render/sync`, { authorization }, { html: '<h1>Again</h1>' })
      expect(run('admin', 'reseal').output).toContain('"lost": 0')
    },
    START_MS,
  )
})
