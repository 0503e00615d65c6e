// As root, Postgres runs as another user, who cannot reach a checkout below a folder such as /root.
import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createProcessGroup } from '../src/process/process-group.ts'
import { makeLogDirectory } from '../src/process/log-file.ts'
import { openStateDirectory } from '../src/state/state-directory.ts'
import { choosePorts } from '../src/state/ports.ts'
import { probePostgres } from '../src/servers/postgres.ts'
import { SHARED_DIRECTORY } from '../src/servers/postgres-directory.ts'
import { loadOrCreateSecrets } from '../src/state/secrets.ts'
import { startPostgres } from '../src/servers/start-servers.ts'

const whenRoot = process.getuid?.() === 0 ? describe : describe.skip
let closed: string
let elsewhere: string | undefined

beforeEach(() => {
  closed = mkdtempSync(`${tmpdir()}/closed-`)
  expect(statSync(closed).mode & 0o777).toBe(0o700)
})

afterEach(() => {
  for (const folder of [closed, elsewhere]) if (folder) rmSync(folder, { recursive: true, force: true })
})

/** Starts the database of a state folder, calls `work`, and stops it. */
async function withPostgres(
  directory: string,
  work: (url: string, path: string) => Promise<void>,
): Promise<void> {
  const state = await openStateDirectory(directory)
  await using group = createProcessGroup({ changed() {}, report() {} })
  const { url, directory: path } = await startPostgres(group, {
    state,
    logs: makeLogDirectory(`${state.path}/logs`),
    environment: {},
    ports: await choosePorts({}),
    secrets: await loadOrCreateSecrets(`${state.path}/secrets.json`),
    report() {},
  })
  elsewhere = path
  await work(url, path!)
}

whenRoot('a checkout that the user postgres cannot reach', () => {
  const check = async (url: string, path: string) => {
    expect(path).toMatch(new RegExp(`^${SHARED_DIRECTORY}/[0-9a-f]{16}$`))
    await probePostgres(url)
  }

  test('stores its database elsewhere, closed to other users, until its state is removed', async () => {
    await withPostgres(`${closed}/state`, check)
    expect(readlinkSync(`${closed}/state/postgres`)).toBe(elsewhere)
    expect(statSync(elsewhere!).mode & 0o777).toBe(0o700)
    expect(statSync(elsewhere!).uid).not.toBe(0)
    const made = statSync(`${elsewhere}/data/PG_VERSION`).ino

    await withPostgres(`${closed}/state`, check)
    expect(statSync(`${elsewhere}/data/PG_VERSION`).ino).toBe(made)

    rmSync(`${closed}/state`, { recursive: true })
    await withPostgres(`${closed}/state`, check)
  })
})

whenRoot('a checkout that the user postgres can reach', () => {
  test('stores its database in its state folder', async () => {
    const open = `${tmpdir()}/open-${process.pid}`
    mkdirSync(open, { mode: 0o755 })
    await withPostgres(`${open}/state`, async (url, path) => {
      expect(path).toBe(`${open}/state/postgres`)
      expect(lstatSync(path).isDirectory()).toBe(true)
      await probePostgres(url)
    })
    rmSync(open, { recursive: true })
  })
})
