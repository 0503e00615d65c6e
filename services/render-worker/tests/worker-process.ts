// Runs the worker as a separate process with a real browser, as in production.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort, machineEnvironment } from '@render/local'
import { until } from '@render/testkit'
import type { TestQueue } from './test-queue.ts'

export interface WorkerProcess extends AsyncDisposable {
  pid: number
  /** Everything it printed so far. */
  log: string
  /** Set once it has ended; -1 when a signal ended it. */
  exitCode?: number
  /** Resolves with the exit code once everything it printed is in `log`. */
  exited: Promise<number>
  kill(signal: NodeJS.Signals): void
  /** Returns the response body of the internal listener; empty while it does not listen. */
  ask(path: 'health' | 'ready' | 'metrics'): Promise<string>
}

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Starts a worker and waits until it is ready. */
export async function startWorkerProcess(
  queue: TestQueue,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  const worker = await launchWorker(queue, settings)
  await until(async () => {
    if (worker.exitCode !== undefined) throw new Error(`The worker ended: ${worker.log}`)
    return (await worker.ask('ready')).includes('"ready"')
  }, 60_000)
  return worker
}

/** Starts a worker without waiting until it is ready. */
export async function launchWorker(
  queue: TestQueue,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  const port = await freePort()
  const child = spawn(process.execPath, [main], {
    env: {
      ...machineEnvironment(),
      REDIS_URL: queue.url,
      STORAGE_PATH: queue.artefacts,
      WORKER_PRIVATE_KEYS: JSON.stringify(queue.privateKeys),
      METRICS_PORT: String(port),
      EGRESS_ALLOW: '127.0.1.0/24',
      LOG_LEVEL: 'debug',
      SLOTS: '4',
      VIDEO_SLOTS: '2',
      // Test machines are full, and busy with other tests.
      BROWSER_NICENESS: '0',
      MIN_FREE_DISK_PERCENT: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const worker: WorkerProcess = {
    pid: child.pid!,
    log: '',
    kill: (signal) => void child.kill(signal),
    exited: once(child, 'close').then(([code]) => {
      worker.exitCode = (code as number | null) ?? -1
      return worker.exitCode
    }),
    async ask(path) {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`).catch(() => undefined)
      return answer ? answer.text() : ''
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await worker.exited
    },
  }
  const keep = (chunk: Buffer) => void (worker.log += String(chunk))
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return worker
}
