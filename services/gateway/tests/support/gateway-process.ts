import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface GatewayProcess extends AsyncDisposable {
  url: string
  opsUrl: string
  terminate(): void
  /** The exit code. */
  ended: Promise<number | null>
  /** Lines of its log. */
  logged(): string[]
}

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** A gateway as a process of its own, ready; rejects with what it wrote when it ends before that. */
export async function startProcess(environment: Record<string, string>): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env.PATH,
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
  while (!(await isReady(opsUrl))) {
    if (child.exitCode !== null) {
      await ended
      throw new Error(complaints)
    }
    await sleep(20)
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
