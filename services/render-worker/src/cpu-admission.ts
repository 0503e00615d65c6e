import { availableParallelism } from 'node:os'
import { readCpuTimes, type CpuTimes } from './cpu-times.ts'

/** Starts renders when the machine has CPU time for them. */
export interface CpuAdmission {
  /** Resolves when a render may start; dispose the result when it needs the CPU no more. Rejects with the signal's reason. */
  enter(signal: AbortSignal): Promise<Disposable>
}

export interface Cores {
  count: number
  /** Returns the CPU times so far; undefined where the system does not report them. */
  read: () => CpuTimes | undefined
}

/** This many renders per core run at any load, because the processes of one page also wait for each other. */
const ALWAYS_PER_CORE = 2
const INTERVAL_MS = 100
/** Idle share of all cores at which they count as saturated. Pages wait for each other's answers, so it is never 0. */
const SATURATED_IDLE = 0.05
/** Bounds the wait: other programs may use the CPU, and a render ahead may take a minute. */
const MAX_WAIT_MS = 3000

/**
 * Creates the admission control. Pages that wait cost no CPU, so a worker has many slots; pages that compute only take CPU
 * from each other, and each costs more the more of them run. Therefore renders beyond two per core start in order of
 * arrival: when cores are idle, when another render ends, or after three seconds.
 */
export function createCpuAdmission({ count, read }: Cores = theseCores()): CpuAdmission {
  /** Waiting renders with their time of arrival, in that order. */
  const waiting = new Map<() => void, number>()
  let running = 0
  let lastTimes: CpuTimes | undefined
  let timer: NodeJS.Timeout | undefined

  function start(): Disposable {
    running += 1
    return {
      [Symbol.dispose]() {
        running -= 1
        if (isBelowMinimum()) admit(1)
      },
    }
  }

  function isBelowMinimum(): boolean {
    return running < ALWAYS_PER_CORE * count
  }

  function admit(number: number): void {
    for (const resolve of [...waiting.keys()].slice(0, number)) resolve()
  }

  function checkCores(): void {
    if (waiting.size === 0) {
      clearInterval(timer)
      timer = undefined
      return
    }
    const times = read()
    const idle =
      times && lastTimes ? (times.idle - lastTimes.idle) / Math.max(1, times.all - lastTimes.all) : 1
    lastTimes = times
    const overdue = [...waiting.values()].filter((since) => performance.now() - since >= MAX_WAIT_MS).length
    admit(Math.max(overdue, idle > SATURATED_IDLE ? Math.ceil(idle * count) : 0))
  }

  return {
    enter(signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (isBelowMinimum()) return Promise.resolve(start())
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const begin = () => {
        waiting.delete(begin)
        resolve(start())
      }
      const giveUp = () => {
        waiting.delete(begin)
        reject(signal.reason)
      }
      if (!timer) {
        lastTimes = read()
        timer = setInterval(checkCores, INTERVAL_MS)
      }
      waiting.set(begin, performance.now())
      signal.addEventListener('abort', giveUp, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
  }
}

function theseCores(): Cores {
  return { count: availableParallelism(), read: readCpuTimes }
}
