import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ChangeRequest } from './pdf-changes.ts'

const PROGRAM = new URL('change-program.ts', import.meta.url)

const MEMORY = { maxOldGenerationSizeMb: 1024 }

/** Changes a PDF in a thread of its own, which has a limit of memory; the signal ends it. It rejects for what is no PDF or encrypted. */
export async function changePdf(request: ChangeRequest, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  const worker = new Worker(PROGRAM, { workerData: request, resourceLimits: MEMORY, env: {}, execArgv: [] })
  // One that is ended may still report that it had no memory left.
  worker.on('error', () => undefined)
  try {
    await once(worker, 'exit', { signal })
  } finally {
    void worker.terminate()
  }
}
