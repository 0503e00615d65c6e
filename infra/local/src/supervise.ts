import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import { endProcess, send } from './end-process.ts'
import { withLifeline } from './lifeline.ts'
import { lastLines } from './log-file.ts'
import { identify, type ProcessIdentity } from './process-identity.ts'

export interface ProcessSpec {
  name: string
  /** Program and arguments. */
  command: readonly [string, ...string[]]
  /** Composed anew at each start. */
  environment: () => NodeJS.ProcessEnv
  workingDirectory: string
  /** Whom to run as, when not as ourselves. */
  user?: { uid: number; gid: number }
  logFile: string
  /** Throws for as long as the process does not do its work yet; `Hopeless` when it never will. */
  probe: () => Promise<void>
  stopSignal: NodeJS.Signals
  /** How long it may take to end by that signal. */
  graceMs: number
}

/** Thrown by a probe when waiting is of no use. */
export class Hopeless extends Error {}

export interface SupervisedProcess {
  readonly name: string
  readonly logFile: string
  /** Who runs now; undefined while it is stopped, or dead and waiting for its restart. */
  readonly identity: ProcessIdentity | undefined
  /** How often it has been started. */
  readonly starts: number
  /** Starts it if it does not run; resolves when it is ready, throws when it dies in a loop. */
  start(): Promise<void>
  /** Resolves when it is ready, now or after the restart that is due; throws on a crash loop or when it is stopped. */
  ready(): Promise<void>
  /** Ends it with all that it has started; it stays away until `start`. */
  stop(settings?: { signal?: NodeJS.Signals; graceMs?: number }): Promise<void>
  /** Sends it a signal and leaves the consequences to supervision. */
  kill(signal: NodeJS.Signals): void
}

export interface SupervisionEvents {
  /** It was started or has ended: whoever keeps a list of processes writes it anew. */
  changed(): void
  /** One line for whoever watches. */
  report(line: string): void
}

const PROBE_EVERY_MS = 50
const READY_WITHIN_MS = 90_000

/** Keeps a process running: one that dies is started again, slower and slower, and a crash loop is reported. */
export function supervise(spec: ProcessSpec, events: SupervisionEvents): SupervisedProcess {
  let child: ChildProcess | undefined
  let identity: ProcessIdentity | undefined
  let starts = 0
  let wanted = new AbortController()
  let running: Promise<void> | undefined
  let readiness = pending()

  return {
    name: spec.name,
    logFile: spec.logFile,
    get identity() {
      return identity
    },
    get starts() {
      return starts
    },
    async start() {
      if (!running) {
        wanted = new AbortController()
        readiness = pending()
        running = keepRunning(wanted.signal)
      }
      return readiness.promise
    },
    ready: () => readiness.promise,
    async stop({ signal = spec.stopSignal, graceMs = spec.graceMs } = {}) {
      wanted.abort()
      readiness.reject(new Error(`${spec.name} was stopped.`))
      if (identity) await endProcess(identity, { signal, graceMs })
      await running
      running = undefined
    },
    kill(signal) {
      if (identity) send(identity, signal)
    },
  }

  async function keepRunning(signal: AbortSignal): Promise<void> {
    const deathsMs: number[] = []
    while (!signal.aborted) {
      if (readiness.settled) readiness = pending()
      const ended = startOnce()
      const over = new AbortController()
      void becomeReady(over.signal, deathsMs.length > 0)
      const how = await ended
      over.abort()
      child = undefined
      identity = undefined
      events.changed()
      if (signal.aborted) return

      deathsMs.push(performance.now())
      if (readiness.settled) readiness = pending()
      const { delayMs, crashLoop } = backOff(deathsMs)
      if (crashLoop) reportCrashLoop(how, delayMs)
      else events.report(`${spec.name} ended (${how}); starting it again in ${delayMs / 1000} s`)
      await sleep(delayMs, undefined, { signal }).catch(() => {})
    }
  }

  /** Resolves with how it ended. */
  async function startOnce(): Promise<string> {
    const log = openSync(spec.logFile, 'a', 0o600)
    const [program, ...programArguments] = withLifeline(spec.command, spec.stopSignal)
    child = spawn(program, programArguments, {
      cwd: spec.workingDirectory,
      env: spec.environment(),
      ...spec.user,
      // A group of its own: Ctrl-C on the terminal reaches the supervisor only, which ends things in order.
      detached: true,
      stdio: ['ignore', log, log],
    })
    closeSync(log)
    starts += 1
    identity = child.pid === undefined ? undefined : identify(child.pid)
    events.changed()
    try {
      const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
      return signal ?? `exit code ${code}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  async function becomeReady(over: AbortSignal, again: boolean): Promise<void> {
    const end = performance.now() + READY_WITHIN_MS
    while (!over.aborted) {
      try {
        await spec.probe()
        if (over.aborted) return
        if (again) events.report(`${spec.name} is back`)
        readiness.resolve()
        return
      } catch (error) {
        if (error instanceof Hopeless || performance.now() > end) return giveUpWaiting(error)
        await sleep(PROBE_EVERY_MS)
      }
    }
  }

  function giveUpWaiting(problem: unknown): void {
    const why = problem instanceof Error ? problem.message : String(problem)
    readiness.reject(new Error(`${spec.name} runs but is not ready: ${why}\n${endOfLog()}`))
  }

  function reportCrashLoop(how: string, delayMs: number): void {
    const message = `${spec.name} dies again and again (${how}); the next try is in ${delayMs / 1000} s.\n${endOfLog()}`
    events.report(message)
    readiness.reject(new Error(message))
  }

  function endOfLog(): string {
    return `  The end of ${spec.logFile}:\n${lastLines(spec.logFile, 12)}`
  }
}

/** A promise that may be rejected with nobody waiting for it. */
function pending() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const state = {
    promise,
    settled: false,
    resolve: () => settle(resolve),
    reject: (error: Error) => settle(() => reject(error)),
  }
  promise.catch(() => {})
  return state

  function settle(act: () => void): void {
    state.settled = true
    act()
  }
}
