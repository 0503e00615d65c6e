import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort, machineEnvironment } from '@render/local'
import { until } from '@render/testkit'

export type RunningService = Awaited<ReturnType<typeof startService>>

/** Runs the service as a process of its own; resolves when it listens. */
export async function startService(environment: Record<string, string>) {
  const [port, internalPort, opsPort] = [await freePort(), await freePort(), await freePort()]
  const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
  const child = spawn(process.execPath, [main], {
    env: {
      ...machineEnvironment(),
      ...environment,
      LOG_LEVEL: 'info',
      PORT: String(port),
      INTERNAL_PORT: String(internalPort),
      METRICS_PORT: String(opsPort),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  let log = ''
  child.stdout.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ops = `http://127.0.0.1:${opsPort}`
  await until(async () => (await fetch(`${ops}/health`)).ok)

  return {
    url: `http://127.0.0.1:${port}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    opsUrl: ops,
    /** Returns the log so far. */
    log: () => log,
    /** Returns the status and the parts of `/ready`. */
    async readiness() {
      const answer = await fetch(`${ops}/ready`)
      const { parts } = (await answer.json()) as { parts: Record<string, boolean> }
      return { status: answer.status, ...parts }
    },
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** Sends SIGTERM; resolves with the exit code, or the signal's name if it had to be killed. */
    async stop() {
      child.kill('SIGTERM')
      const [code, signal] = await ended
      return code ?? signal
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
