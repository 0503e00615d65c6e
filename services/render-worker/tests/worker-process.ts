// Runs the worker as a separate process with a real browser, as in production.
import { freePort } from '@render/local'
import { runService, until, type ServiceProcess } from '@render/testkit'
import type { TestQueue } from './test-queue.ts'

export interface WorkerProcess extends ServiceProcess {
  /** Returns the response body of the metrics listener; empty while it does not listen. */
  ask(path: 'health' | 'ready' | 'metrics'): Promise<string>
}

/** Starts a worker and waits until it is ready. */
export async function startWorkerProcess(
  queue: TestQueue,
  settings: Record<string, string> = {},
): Promise<WorkerProcess> {
  const worker = await launchWorker(queue, settings)
  await until(async () => {
    if (!worker.isRunning()) throw new Error(`The worker ended: ${worker.log}`)
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
  const service = await runService('render-worker', {
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
  })
  return Object.assign(service, {
    async ask(path: string) {
      const answer = await fetch(`http://127.0.0.1:${port}/${path}`).catch(() => undefined)
      return answer ? answer.text() : ''
    },
    async [Symbol.asyncDispose]() {
      service.kill('SIGTERM')
      await service.exited
    },
  })
}
