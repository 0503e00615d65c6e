// How a render comes along, for whoever watches it: a short stream per render. Nothing that a render needs depends on it.
import type { Redis } from 'ioredis'

/** Something that a worker tells of a render. */
export type Progress =
  | { event: 'started'; attempt: number }
  /** Stages that have begun, in their order: the last one is under way. */
  | { event: 'stages'; stages: string[] }
  /** Another attempt follows after that time. */
  | { event: 'retrying'; delayMs: number }

/** What is told of one attempt. Disposing ends it. */
export interface AttemptProgress extends Disposable {
  tell(progress: Progress): void
  /** Tells of a stage together with others that begin at about the same time. */
  stage(name: string): void
}

export interface ProgressReporter {
  of(renderId: string): AttemptProgress
}

export interface ProgressReader {
  /** What was told after the entry of that id, each with an id of its own; `0` for all. */
  read(renderId: string, after: string): Promise<{ id: string; progress: Progress }[]>
}

const KEEP_SECONDS = 3600
const MOST_ENTRIES = 200
/** Many stages have nothing to do, and most renders are over by then: a pause saves most of the writing. */
const PAUSE_MS = 1000

/** Writes as it goes, and waits for nothing: what cannot be written at once is lost. */
export function createProgressReporter(redis: Redis): ProgressReporter {
  function write(renderId: string, progress: Progress): void {
    if (redis.status !== 'ready') return
    const place = placeOf(renderId)
    const entry = JSON.stringify(progress)
    redis
      .pipeline()
      .xadd(place, 'MAXLEN', MOST_ENTRIES, '*', 'progress', entry)
      .expire(place, KEEP_SECONDS)
      .exec()
      .catch(() => {})
  }

  return {
    of(renderId) {
      let begun: string[] = []
      let timer: NodeJS.Timeout | undefined
      const writeStages = () => {
        clearTimeout(timer)
        timer = undefined
        if (begun.length > 0) write(renderId, { event: 'stages', stages: begun })
        begun = []
      }
      return {
        tell(progress) {
          writeStages()
          write(renderId, progress)
        },
        stage(name) {
          begun.push(name)
          timer ??= setTimeout(writeStages, PAUSE_MS)
        },
        [Symbol.dispose]: writeStages,
      }
    },
  }
}

export function createProgressReader(redis: Redis): ProgressReader {
  return {
    async read(renderId, after) {
      const entries = await redis.xrange(placeOf(renderId), `(${after}`, '+')
      return entries.map(([id, [, entry]]) => ({ id, progress: JSON.parse(entry!) as Progress }))
    },
  }
}

function placeOf(renderId: string): string {
  return `render-progress:${renderId}`
}
