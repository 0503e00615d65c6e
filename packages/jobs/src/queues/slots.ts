import type { Worker } from 'bullmq'

/** The place of a job among those that a worker runs at once; the job disposes it at its end. */
export interface Slot extends Disposable {
  /** Lends the slot to another job while this one only waits. */
  lend(): void
  /** How long the job has used the slot, in milliseconds. */
  usedMs(): number
}

/** Limits the lent slots for each slot, because every waiting job keeps its intermediate results in memory. */
const LENT_PER_SLOT = 4

/** Returns a function that each job of a worker calls when it starts. */
export function createSlots(worker: Worker): () => Slot {
  const count = worker.concurrency
  return () => {
    const startedMs = performance.now()
    let endedMs: number | undefined
    let isLent = false
    return {
      lend() {
        endedMs ??= performance.now()
        if (isLent || worker.concurrency >= count * (1 + LENT_PER_SLOT)) return
        isLent = true
        worker.concurrency += 1
        wake(worker)
      },
      usedMs: () => (endedMs ?? performance.now()) - startedMs,
      [Symbol.dispose]() {
        if (isLent) worker.concurrency -= 1
      },
    }
  }
}

/** Makes a worker whose slots are all taken look for jobs, which it otherwise does only when a job ends. */
function wake(worker: Worker): void {
  const ends = Reflect.get(worker, 'mainLoopQueue') as { add(end: Promise<undefined>): void } | null
  ends?.add(Promise.resolve(undefined))
}
