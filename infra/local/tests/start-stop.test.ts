// Runs the commands behind `npm start` and `npm stop` on a temporary state folder.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { supervisorOf } from '../src/state/supervisor-lock.ts'
import { descendants, isAlive, type ProcessIdentity } from '../src/process/process-identity.ts'
import type { StackFile } from '../src/state/stack-file.ts'

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

function run(command: 'start' | 'stop' | 'admin', ...commandArguments: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [`${import.meta.dirname}/../src/commands/${command}.ts`, ...commandArguments],
    { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '', STATE_DIRECTORY: directory } },
  )
  return { status, output: stdout + stderr }
}

function readStack(): StackFile {
  return JSON.parse(readFileSync(`${directory}/stack.json`, 'utf8')) as StackFile
}

/**
 * Sends a request with these headers and returns the body.
 * @throws {Error} unless the status is 200.
 */
async function send(url: string, headers: Record<string, string>, body?: object): Promise<never> {
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const content: unknown = await answer.json()
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}: ${JSON.stringify(content)}`)
  return content as never
}

/** Calls the Management API as the first organisation. */
function manage(path: string, body?: object) {
  const { managementUrl, organisationKey } = readStack()
  return send(managementUrl + path, { 'x-api-key': organisationKey }, body)
}

/** Returns the supervisor and its descendants. */
function everyProcess(): ProcessIdentity[] {
  const supervisor = supervisorOf(directory)!
  return [supervisor, ...descendants(supervisor.pid)]
}

describe('npm start -- --detach', () => {
  let before: StackFile

  test(
    'returns when the stack is ready and prints address, key and requests',
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

  test('stores its keys in files that only the owner can read', () => {
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

  test('reports a stack that is already running', () => {
    const { status, output } = run('start', '--detach')
    expect(status).toBe(0)
    expect(output).toContain('already running')
    expect(output).toContain(before.baseUrl)
  })

  test(
    'after its supervisor was killed, ends the leftover processes and starts at the same addresses',
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
let picture: Uint8Array
let organisation: string

describe('npm run admin', () => {
  test('runs operator commands on the stack of this checkout', () => {
    const { status, output } = run('admin', 'create-organisation', '--name', 'Made here')
    expect({ status, output }).toMatchObject({ status: 0 })
    organisation = (JSON.parse(output) as { organisationId: string }).organisationId
    expect(run('admin', 'help').output).toMatch(/create-user[^]+add-vault-key/)
    expect(run('admin', 'fly')).toMatchObject({
      status: 2,
      output: expect.stringContaining('Unknown command "fly"'),
    })
  })
})

describe('npm stop', () => {
  test('keeps a render and a project for the next start', async () => {
    const { baseUrl, secretKey } = readStack()
    const authorization = `Bearer ${secretKey}`
    rendered = await send(`${baseUrl}/v1/render/sync`, { authorization }, { html: '<h1>Kept</h1>' })
    picture = await (await fetch(rendered.renderUrl)).bytes()
    await manage('/projects', { name: 'Kept' })
  }, 120_000)

  test(
    'ends every process',
    () => {
      const all = everyProcess()
      expect(all.length).toBeGreaterThanOrEqual(7)
      expect(run('stop')).toMatchObject({ status: 0, output: expect.stringContaining('Stopped.') })
      expect(all.filter(isAlive)).toEqual([])
      expect(readStack()).toMatchObject({ state: 'stopped', processes: {} })
    },
    START_MS,
  )

  test('reports that nothing is running', () => {
    expect(run('stop')).toMatchObject({ status: 0, output: expect.stringContaining('Nothing to stop') })
  })
})

describe('a second start', () => {
  test(
    'keeps all data, also after a vault key was added',
    async () => {
      const before = readStack()
      expect(run('admin', 'add-vault-key')).toMatchObject({ status: 0 })
      expect(run('start', '--detach')).toMatchObject({ status: 0 })
      const { baseUrl, managementUrl, secretKey, organisationKey } = readStack()
      expect(before).toMatchObject({ baseUrl, managementUrl, secretKey, organisationKey })

      const { projects } = (await manage('/projects')) as { projects: { name: string }[] }
      expect(projects.map(({ name }) => name)).toEqual(['Default', 'Kept'])
      expect(await manage('/usage')).toMatchObject({ rendersUsed: 1 })
      const status = `${baseUrl}/v1/render/${rendered.renderId}`
      expect(await send(status, {})).toMatchObject({ status: 'succeeded' })
      expect(await (await fetch(rendered.renderUrl)).bytes()).toEqual(picture)
      expect(run('admin', 'list-organisations').output).toContain(organisation)

      const authorization = `Bearer ${secretKey}`
      await send(`${baseUrl}/v1/render/sync`, { authorization }, { html: '<h1>Again</h1>' })
      expect(run('admin', 'reseal').output).toContain('"lost": 0')
    },
    START_MS,
  )
})
