import { randomUUID } from 'node:crypto'
import type { Redis } from 'ioredis'

/** Notices that Redis lost its latest writes: after a failover to an older replica, or a restart from an older file. */
export interface WriteLossDetector extends Disposable {
  /** Numbers renders that were queued, and stores the number behind them. */
  add(ids: string[]): void
}

const KEEP_SECONDS = 24 * 3600
const CHECK_MS = 5000
/** Submissions whose ids are kept for the report. */
const MAX_KEPT = 1000

/**
 * Counts the submissions of this process in Redis, behind each of them and every five seconds. When Redis has a smaller
 * number than it has acknowledged, calls `onLost` with the ids that came after it. A few of them may have survived.
 */
export function createWriteLossDetector(redis: Redis, onLost: (ids: string[]) => void): WriteLossDetector {
  const key = `submitted:${randomUUID()}`
  const recent: { number: number; ids: string[] }[] = []
  let added = 0
  let acknowledged = 0
  let storing: Promise<void> | undefined

  async function store(): Promise<void> {
    const [expected, number] = [acknowledged, added]
    const found = Number((await redis.set(key, number, 'EX', KEEP_SECONDS, 'GET')) ?? 0)
    acknowledged = number
    if (found < expected) onLost(idsBetween(found, expected))
  }

  function idsBetween(found: number, expected: number): string[] {
    const gone = recent.filter(({ number }) => number > found && number <= expected)
    return gone.flatMap(({ ids }) => ids)
  }

  /** Submissions that arrive while a number is being stored share the next one. */
  function mark(): void {
    if (storing) return
    storing = store().then(
      () => {
        storing = undefined
        if (added > acknowledged) mark()
      },
      () => {
        storing = undefined
      },
    )
  }

  const timer = setInterval(mark, CHECK_MS)
  timer.unref()
  return {
    add(ids) {
      recent.push({ number: ++added, ids })
      if (recent.length > MAX_KEPT) recent.shift()
      mark()
    },
    [Symbol.dispose]() {
      clearInterval(timer)
      if (redis.status === 'ready') redis.del(key).catch(() => {})
    },
  }
}
