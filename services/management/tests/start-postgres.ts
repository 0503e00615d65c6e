// A Postgres of the test's own, as the stack runs it, that can be stopped, killed, frozen and started again.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDatabase, postgresProcess, postgresUrl } from '@render/local'

export interface TestPostgres extends AsyncDisposable {
  /** Of an empty database. */
  url: string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** Ends all sessions and stops. */
  stop(): Promise<void>
  signal(signal: NodeJS.Signals): void
}

export async function startPostgres(): Promise<TestPostgres> {
  const directory = mkdtempSync(`${tmpdir()}/render-postgres-`)
  const at = { port: await freePort(), password: 'test' }
  const { command, environment, user, workingDirectory, probe, dataDirectory } = await postgresProcess({
    ...at,
    stateDirectory: directory,
    logFile: '/dev/null',
    report: () => {},
  })
  let server: ChildProcess | undefined

  const postgres: TestPostgres = {
    url: postgresUrl(at),
    async start() {
      const [program, ...words] = command
      server = spawn(program, words, { cwd: workingDirectory, env: environment(), stdio: 'ignore', ...user })
      await untilItAnswers(probe)
      await createDatabase(at)
    },
    async stop() {
      if (!server || server.exitCode !== null || server.signalCode !== null) return
      const ended = once(server, 'exit')
      server.kill('SIGINT')
      await ended
    },
    signal(signal) {
      server?.kill(signal)
    },
    async [Symbol.asyncDispose]() {
      server?.kill('SIGCONT')
      await postgres.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
      rmSync(directory, { recursive: true, force: true })
    },
  }
  await postgres.start()
  return postgres
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilItAnswers(probe: () => Promise<void>): Promise<void> {
  const end = performance.now() + 20_000
  for (;;) {
    try {
      return await probe()
    } catch (error) {
      if (performance.now() > end) throw error
      await sleep(20)
    }
  }
}
