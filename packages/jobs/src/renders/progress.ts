// The progress of a render, in a short stream per render for callers who watch it. No part of a render depends on it.
import type { Redis } from 'ioredis'

/** Something that a worker reports about a render. */
export type Progress =
  | { event: 'started'; attempt: number }
  /** Stages that have begun, in their order; the last one is running. */
  | { event: 'stages'; stages: string[] }
  /** Frames of a video that are done, of those to do. */
  | { event: 'frames'; done: number; total: number }
  /** Another attempt follows after the delay. */
  | { event: 'retrying'; delayMs: number }

/**
 * Reports the progress of one attempt. Disposing writes what was not written yet; unless another attempt was
 * announced, the progress is then kept for a few minutes only, for callers who reconnect.
 */
export interface AttemptProgress extends Disposable {
  report(progress: Progress): void
  /** Reports a stage, together with others that begin at about the same time. */
  stage(name: string): void
  /** Reports frames of a video; of reports at about the same time only the last one is written. */
  frames(done: number, total: number): void
}

export interface ProgressReporter {
  of(renderId: string): AttemptProgress
}

export interface ProgressReader {
  /** Returns the entries after the one with the id `after`, each with its own id; all entries after `0`. */
  read(renderId: string, after: string): Promise<{ id: string; progress: Progress }[]>
}

const KEEP_SECONDS = 3600
const KEEP_AFTER_END_SECONDS = 300
const MAX_ENTRIES = 200
/** Delay before stages and frames are written: many stages do nothing, and most renders end sooner, which saves most writes. */
const BATCH_MS = 1000

/** Creates a reporter that never waits for Redis: an entry that cannot be written at once is lost. */
export function createProgressReporter(redis: Redis): ProgressReporter {
  function write(renderId: string, progress: Progress): void {
    if (redis.status !== 'ready') return
    const key = keyOf(renderId)
    const entry = JSON.stringify(progress)
    redis
      .pipeline()
      .xadd(key, 'MAXLEN', MAX_ENTRIES, '*', 'progress', entry)
      .expire(key, KEEP_SECONDS)
      .exec()
      .catch(() => {})
  }

  function expireSoon(renderId: string): void {
    if (redis.status === 'ready') redis.expire(keyOf(renderId), KEEP_AFTER_END_SECONDS).catch(() => {})
  }

  return {
    of(renderId) {
      let isRetried = false
      let stages: string[] = []
      let frames: { done: number; total: number } | undefined
      let timer: NodeJS.Timeout | undefined
      const writeLatest = () => {
        clearTimeout(timer)
        timer = undefined
        if (stages.length > 0) write(renderId, { event: 'stages', stages })
        if (frames) write(renderId, { event: 'frames', ...frames })
        stages = []
        frames = undefined
      }
      return {
        report(progress) {
          writeLatest()
          write(renderId, progress)
          isRetried = progress.event === 'retrying'
        },
        stage(name) {
          stages.push(name)
          timer ??= setTimeout(writeLatest, BATCH_MS)
        },
        frames(done, total) {
          frames = { done, total }
          timer ??= setTimeout(writeLatest, BATCH_MS)
        },
        [Symbol.dispose]() {
          writeLatest()
          if (!isRetried) expireSoon(renderId)
        },
      }
    },
  }
}

export function createProgressReader(redis: Redis): ProgressReader {
  return {
    async read(renderId, after) {
      const entries = await redis.xrange(keyOf(renderId), `(${after}`, '+')
      return entries.map(([id, [, entry]]) => ({ id, progress: JSON.parse(entry!) as Progress }))
    },
  }
}

function keyOf(renderId: string): string {
  return `render-progress:${renderId}`
}
