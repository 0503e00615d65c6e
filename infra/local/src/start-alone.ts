// One of the servers without the services, for tests of what stands on it.
import { rmSync } from 'node:fs'
import { createCrew, type Crew } from './crew.ts'
import { makeLogDirectory } from './log-file.ts'
import { openState } from './open-state.ts'
import { choosePorts } from './ports.ts'
import { keepSecrets } from './secrets.ts'
import { startPostgres, startRedis, type Backing, type BackingSettings } from './start-backing.ts'
import type { SupervisedProcess } from './supervise.ts'

export interface Alone extends AsyncDisposable {
  url: string
  process: SupervisedProcess
}

/** A private Redis in a temporary folder, as a stack runs it. */
export function startRedisAlone(): Promise<Alone> {
  return startAlone(startRedis)
}

/** A private Postgres with an empty database in a temporary folder, as a stack runs it. */
export function startPostgresAlone(): Promise<Alone> {
  return startAlone(startPostgres)
}

async function startAlone(
  start: (crew: Crew, settings: BackingSettings) => Promise<Backing>,
): Promise<Alone> {
  await using resources = new AsyncDisposableStack()
  const state = resources.use(await openState(undefined))
  let backing: Backing | undefined
  resources.defer(() => {
    if (backing?.directory) rmSync(backing.directory, { recursive: true, force: true })
  })
  const crew = resources.use(createCrew({ changed() {}, report() {} }))
  backing = await start(crew, {
    state,
    logs: makeLogDirectory(`${state.path}/logs`),
    environment: {},
    ports: await choosePorts({}),
    secrets: await keepSecrets(`${state.path}/secrets.json`),
    report() {},
  })
  const { url, process } = backing
  if (!process) throw new Error('An own server was wanted.')
  const owned = resources.move()
  return { url, process, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
