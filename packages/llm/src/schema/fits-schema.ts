import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface SchemaCheck {
  schema: Record<string, unknown>
  /** Whether the schema is one of draft 7; otherwise it is one of 2020-12. */
  isDraft7: boolean
  /** Each has to fit the schema. */
  values: readonly unknown[]
}

const PROGRAM = new URL('check-program.ts', import.meta.url)
const MEMORY = { maxOldGenerationSizeMb: 128 }
const TIMEOUT_MS = 5000

/**
 * Returns whether values fit a JSON Schema; false when the schema cannot be used, or takes too long. It runs in a thread of
 * its own: the schema is the caller's, and its patterns may take any time.
 */
export async function fitsSchema(
  check: SchemaCheck,
  signal: AbortSignal,
  timeoutMs = TIMEOUT_MS,
): Promise<boolean> {
  const worker = new Worker(PROGRAM, { workerData: check, resourceLimits: MEMORY, env: {}, execArgv: [] })
  const late = new AbortController()
  let timer: NodeJS.Timeout | undefined
  // To start the thread may take long on a busy machine, which is not the schema's fault.
  worker.once('message', () => (timer = setTimeout(() => late.abort(), timeoutMs)))
  // One that is ended may still report that it had no memory left.
  worker.on('error', () => undefined)
  try {
    const limit = AbortSignal.any([signal, late.signal])
    const [exitCode] = (await once(worker, 'exit', { signal: limit })) as [number]
    return exitCode === 0
  } catch {
    signal.throwIfAborted()
    return false
  } finally {
    clearTimeout(timer)
    void worker.terminate()
  }
}
