import { availableParallelism } from 'node:os'
import { readCpuTimes, type CpuTimes } from './cpu-times.ts'

/** Starts renders when the machine has CPU time for them. */
export interface StartGate {
  /**
   * Resolves when a render of the project may start; dispose the result when it needs the CPU no more. Rejects with the
   * signal's reason.
   */
  enter(projectId: string, signal: AbortSignal): Promise<Disposable>
}

interface Waiting {
  projectId: string
  /** In milliseconds of `performance.now()`. */
  since: number
  begin: () => void
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
 * Creates the gate. Pages that wait cost no CPU, so a worker has many slots; pages that compute only take CPU
 * from each other, and each costs more the more of them run. Therefore renders beyond two per core wait until cores are idle,
 * another render ends, or three seconds have passed. Of the waiting ones, the first of the project with the fewest running
 * starts.
 */
export function createStartGate({ count, read }: Cores = theseCores()): StartGate {
  /** In order of arrival. */
  const waiting = new Set<Waiting>()
  /** The projects of the running renders. */
  const running: string[] = []
  let lastTimes: CpuTimes | undefined
  let timer: NodeJS.Timeout | undefined

  function start(projectId: string): Disposable {
    running.push(projectId)
    return {
      [Symbol.dispose]() {
        running.splice(running.indexOf(projectId), 1)
        if (isBelowMinimum()) startNext(1)
      },
    }
  }

  function isBelowMinimum(): boolean {
    return running.length < ALWAYS_PER_CORE * count
  }

  function startNext(number: number): void {
    for (let left = number; left > 0; left -= 1) next()?.begin()
  }

  function next(): Waiting | undefined {
    const beside = ({ projectId }: Waiting) => running.filter((each) => each === projectId).length
    return [...waiting].toSorted((one, other) => beside(one) - beside(other))[0]
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
    const overdue = [...waiting].filter(({ since }) => performance.now() - since >= MAX_WAIT_MS)
    for (const { begin } of overdue) begin()
    if (idle > SATURATED_IDLE) startNext(Math.ceil(idle * count) - overdue.length)
  }

  return {
    enter(projectId, signal) {
      if (signal.aborted) return Promise.reject(signal.reason)
      if (isBelowMinimum()) return Promise.resolve(start(projectId))
      const { promise, resolve, reject } = Promise.withResolvers<Disposable>()
      const begin = () => {
        waiting.delete(one)
        resolve(start(projectId))
      }
      const giveUp = () => {
        waiting.delete(one)
        reject(signal.reason)
      }
      const one = { projectId, since: performance.now(), begin }
      if (!timer) {
        lastTimes = read()
        timer = setInterval(checkCores, INTERVAL_MS)
      }
      waiting.add(one)
      signal.addEventListener('abort', giveUp, { once: true })
      return promise.finally(() => signal.removeEventListener('abort', giveUp))
    },
  }
}

function theseCores(): Cores {
  return { count: availableParallelism(), read: readCpuTimes }
}
