import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { ConversionReply, ConversionRequest } from './conversion.ts'

const PROGRAM = new URL('conversion-program.ts', import.meta.url)

const MEMORY = { maxOldGenerationSizeMb: 512 }
const TIMEOUT_MS = 10_000
/** The memory of a thread that read more than this is given back. */
const MAX_KEPT_BYTES = 5_000_000

/** A thread whose code is compiled already; it does not keep the process alive. */
let idle: Worker | undefined

/**
 * Converts a page in a thread, so that no page can block this process; the thread has limits of memory and
 * time. Rejects when they are exceeded and when the signal is aborted.
 */
export async function convertInThread(
  request: ConversionRequest,
  signal: AbortSignal,
): Promise<ConversionReply> {
  signal.throwIfAborted()
  const worker = idle ?? startWorker()
  idle = undefined
  worker.ref()
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
  try {
    worker.postMessage(request, [])
    const [reply] = (await once(worker, 'message', { signal: bounded })) as [ConversionReply]
    if (!idle && request.sizeBytes < MAX_KEPT_BYTES) {
      worker.unref()
      idle = worker
    }
    return reply
  } finally {
    if (idle !== worker) void worker.terminate()
  }
}

function startWorker(): Worker {
  const worker = new Worker(PROGRAM, { resourceLimits: MEMORY, env: {}, execArgv: [] })
  // One that is ended, or idle, may still report that it had no memory left.
  worker.on('error', () => {
    if (idle === worker) idle = undefined
  })
  return worker
}
