// Starts one server without the services, for tests.
import { rmSync } from 'node:fs'
import { createProcessGroup, type ProcessGroup } from '../process/process-group.ts'
import { makeLogDirectory } from '../process/log-file.ts'
import { openStateDirectory } from '../state/state-directory.ts'
import { choosePorts } from '../state/ports.ts'
import { loadOrCreateSecrets } from '../state/secrets.ts'
import { startPostgres, startRedis, type StartedServer, type ServerSettings } from './start-servers.ts'
import type { SupervisedProcess } from '../process/supervise.ts'

export interface SingleServer extends AsyncDisposable {
  url: string
  process: SupervisedProcess
}

/** Starts a private Redis in a temporary folder, configured as in a stack. */
export function startSingleRedis(): Promise<SingleServer> {
  return startSingle(startRedis)
}

/** Starts a private Postgres with an empty database in a temporary folder, configured as in a stack. */
export function startSinglePostgres(): Promise<SingleServer> {
  return startSingle(startPostgres)
}

async function startSingle(
  start: (group: ProcessGroup, settings: ServerSettings) => Promise<StartedServer>,
): Promise<SingleServer> {
  await using resources = new AsyncDisposableStack()
  const state = resources.use(await openStateDirectory(undefined))
  let server: StartedServer | undefined
  resources.defer(() => {
    if (server?.directory) rmSync(server.directory, { recursive: true, force: true })
  })
  const group = resources.use(createProcessGroup({ changed() {}, report() {} }))
  server = await start(group, {
    state,
    logs: makeLogDirectory(`${state.path}/logs`),
    environment: {},
    ports: await choosePorts({}),
    secrets: await loadOrCreateSecrets(`${state.path}/secrets.json`),
    report() {},
  })
  const { url, process } = server
  if (!process) throw new Error('A private server must have a process.')
  const owned = resources.move()
  return { url, process, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}
