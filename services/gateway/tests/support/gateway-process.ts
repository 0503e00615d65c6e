import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '@render/local'
import { until } from '@render/testkit'

export interface GatewayProcess extends AsyncDisposable {
  url: string
  opsUrl: string
  terminate(): void
  /** Exit code. */
  ended: Promise<number | null>
  /** Lines of the log. */
  logged(): string[]
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Starts a gateway in a process of its own and waits until it is ready; rejects with its output when it ends before that. */
export async function startProcess(environment: Record<string, string>): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...machineEnvironment(),
      LOG_LEVEL: 'info',
      ...environment,
      ...(environment.PORT && { LOG_LEVEL: 'info' }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let complaints = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  const opsUrl = `http://127.0.0.1:${environment.METRICS_PORT}`
  await until(async () => child.exitCode !== null || (await isReady(opsUrl)))
  if (child.exitCode !== null) {
    await ended
    throw new Error(complaints)
  }
  return {
    url: `http://127.0.0.1:${environment.PORT}`,
    opsUrl,
    terminate: () => void child.kill('SIGTERM'),
    ended,
    logged: () => output.trim().split('\n'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function isReady(opsUrl: string): Promise<boolean> {
  return fetch(`${opsUrl}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}
