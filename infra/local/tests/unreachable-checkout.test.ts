// As root the database runs as another user, who cannot reach a checkout below a folder such as /root.
import { lstatSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createCrew } from '../src/crew.ts'
import { makeLogDirectory } from '../src/log-file.ts'
import { openState } from '../src/open-state.ts'
import { choosePorts } from '../src/ports.ts'
import { probePostgres } from '../src/postgres.ts'
import { SHARED_DIRECTORY } from '../src/postgres-place.ts'
import { keepSecrets } from '../src/secrets.ts'
import { startPostgres } from '../src/start-backing.ts'

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

/** Starts the database of a state folder, calls back, stops it. */
async function withPostgres(
  directory: string,
  work: (url: string, place: string) => Promise<void>,
): Promise<void> {
  const state = await openState(directory)
  await using crew = createCrew({ changed() {}, report() {} })
  const { url, directory: place } = await startPostgres(crew, {
    state,
    logs: makeLogDirectory(`${state.path}/logs`),
    environment: {},
    ports: await choosePorts({}),
    secrets: await keepSecrets(`${state.path}/secrets.json`),
    report() {},
  })
  elsewhere = place
  await work(url, place!)
}

whenRoot('a checkout that the user postgres cannot reach', () => {
  const check = async (url: string, place: string) => {
    expect(place).toMatch(new RegExp(`^${SHARED_DIRECTORY}/[0-9a-f]{16}$`))
    await probePostgres(url)
  }

  test('has its database elsewhere, closed to others and linked to from its state', async () => {
    await withPostgres(`${closed}/state`, check)
    expect(readlinkSync(`${closed}/state/postgres`)).toBe(elsewhere)
    expect(statSync(elsewhere!).mode & 0o777).toBe(0o700)
    expect(statSync(elsewhere!).uid).not.toBe(0)
  })

  test('finds it again at the next start', async () => {
    await withPostgres(`${closed}/state`, check)
    const made = statSync(`${elsewhere}/data/PG_VERSION`).ino
    await withPostgres(`${closed}/state`, check)
    expect(statSync(`${elsewhere}/data/PG_VERSION`).ino).toBe(made)
  })

  test('begins anew when its state was removed, and with it the password', async () => {
    await withPostgres(`${closed}/state`, check)
    rmSync(`${closed}/state`, { recursive: true })
    await withPostgres(`${closed}/state`, check)
  })
})

whenRoot('a checkout that the user postgres can reach', () => {
  test('has its database in its state', async () => {
    const open = `${tmpdir()}/open-${process.pid}`
    mkdirSync(open, { mode: 0o755 })
    await withPostgres(`${open}/state`, async (url, place) => {
      expect(place).toBe(`${open}/state/postgres`)
      expect(lstatSync(place).isDirectory()).toBe(true)
      await probePostgres(url)
    })
    rmSync(open, { recursive: true })
  })
})
