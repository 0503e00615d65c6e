import { availableParallelism } from 'node:os'
import { readCpuTimes, type CpuTimes } from './cpu-times.ts'

/** Lets renders begin when the machine has a core for them. */
export interface BeginGate {
  /** Resolves when a render may begin; what it gets is disposed when that is over. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<Disposable>
}

export interface Cores {
  count: number
  /** What the cores have done so far; undefined where the system does not tell. */
  read: () => CpuTimes | undefined
}

/** So many renders per core run whatever the cores do: those of a page wait for each other, too. */
const ALWAYS_PER_CORE = 2
const LOOK_MS = 100
/** Share of all cores that is idle while there is something to do on each: a page waits for the next one's answer. */
const SATURATED_IDLE = 0.05
/** Who takes the cores may be somebody else, and who has a place may wait for a minute. */
const MOST_WAIT_MS = 3000

/**
 * Pages that wait cost nothing, hence the many slots of a worker; pages that compute only take the cores from each other,
 * and the more of them are alive, the more each costs. Whether a page is one or the other shows when it runs: renders
 * beyond two per core begin one after the other, while the cores are idle at times, or after three seconds.
 */
export function createBeginGate({ count, read }: Cores = theseCores()): BeginGate {
  /** In order of arrival, with the time of that. */
  const waiting = new Map<() => void, number>()
  let underWay = 0
  let seen: CpuTimes | undefined
  let timer: NodeJS.Timeout | undefined

  function begin(): Disposable {
    underWay += 1
    return {
      [Symbol.dispose]() {
        underWay -= 1
        if (hasRoom()) letIn(1)
      },
    }
  }

  function hasRoom(): boolean {
    return underWay < ALWAYS_PER_CORE * count
  }

  function letIn(number: number): void {
    for (const go of [...waiting.keys()].slice(0, number)) go()
  }

  function look(): void {
    if (waiting.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const now = read()
    const idle = now && seen ? (now.idle - seen.idle) / Math.max(1, now.all - seen.all) : 1
    seen = now
    const overdue = [...waiting.values()].filter((since) => performance.now() - since >= MOST_WAIT_MS).length
    letIn(Math.max(overdue, idle > SATURATED_IDLE ? Math.ceil(idle * count) : 0))
  }

  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (hasRoom()) return Promise.resolve(begin())
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const go = () => {
        waiting.delete(go)
        resolve(begin())
      }
      const giveUp = () => {
        waiting.delete(go)
        reject(signal.reason)
      }
      if (!timer) {
        seen = read()
        timer = setInterval(look, LOOK_MS)
      }
      waiting.set(go, performance.now())
      signal.addEventListener('abort', giveUp, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
  }
}

function theseCores(): Cores {
  return { count: availableParallelism(), read: readCpuTimes }
}
