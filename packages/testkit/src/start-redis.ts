import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { redisProcess, redisUrl } from '@render/local'

export interface TestRedis extends AsyncDisposable {
  url: string
}

/** A Redis of the test's own, as the stack runs it, on a free port and in a temporary folder. */
export async function startTestRedis(): Promise<TestRedis> {
  const directory = mkdtempSync(`${tmpdir()}/render-redis-`)
  const settings = { port: await freePort(), password: 'test' }
  const { command, environment, probe } = redisProcess({
    ...settings,
    dataDirectory: `${directory}/data`,
    binDirectory: `${directory}/bin`,
    logFile: '/dev/null',
  })
  const [program, ...programArguments] = command
  const server = spawn(program, programArguments, { env: environment(), stdio: 'ignore' })
  const ended = once(server, 'exit')
  await untilItAnswers(probe)
  return {
    url: redisUrl(settings),
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
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
      await sleep(10)
    }
  }
}
