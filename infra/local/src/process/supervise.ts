import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import { endProcess, send } from './end-process.ts'
import { lastLines } from './log-file.ts'
import type { ProcessIdentity } from './process-identity.ts'
import type { ProcessSpec } from './process-spec.ts'
import { createReadiness } from './readiness.ts'
import { spawnProcess } from './spawn-process.ts'
import { waitUntilReady } from './wait-until-ready.ts'

export interface SupervisedProcess {
  readonly name: string
  readonly logFile: string
  /** Identity of the running process; undefined while it is stopped, or dead and waiting for its restart. */
  readonly identity: ProcessIdentity | undefined
  /** Number of times it has been started. */
  readonly starts: number
  /**
   * Starts it if it does not run; resolves when it is ready.
   * @throws {Error} on a crash loop.
   */
  start(): Promise<void>
  /**
   * Resolves when it is ready, now or after a pending restart.
   * @throws {Error} on a crash loop or when it is stopped.
   */
  ready(): Promise<void>
  /** Ends it with all its descendants; it is not restarted until `start`. */
  stop(settings?: { signal?: NodeJS.Signals; graceMs?: number }): Promise<void>
  /** Sends it a signal; supervision restarts it if it dies. After SIGKILL, `ready` waits for the restart. */
  kill(signal: NodeJS.Signals): void
}

export interface SupervisionEvents {
  /** A process started or ended. */
  changed(): void
  /** A message for the person who runs the stack. */
  report(text: string): void
}

/** Keeps a process running: restarts it when it dies, with growing delays, and reports crash loops. */
export function supervise(spec: ProcessSpec, events: SupervisionEvents): SupervisedProcess {
  const readiness = createReadiness()
  let identity: ProcessIdentity | undefined
  let starts = 0
  let wasReady = false
  let wanted = new AbortController()
  let running: Promise<void> | undefined

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
        readiness.begin()
        running = keepRunning(wanted.signal)
      }
      await readiness.wait()
    },
    ready: () => readiness.wait(),
    async stop({ signal = spec.stopSignal, graceMs = spec.graceMs } = {}) {
      wanted.abort()
      readiness.begin()
      readiness.fail(new Error(`${spec.name} was stopped.`))
      if (identity) await endProcess(identity, { signal, graceMs })
      await running
      running = undefined
    },
    kill(signal) {
      if (!identity) return
      if (signal === 'SIGKILL') readiness.begin()
      send(identity, signal)
    },
  }

  async function keepRunning(unwanted: AbortSignal): Promise<void> {
    let deathsMs: number[] = []
    while (!unwanted.aborted) {
      readiness.begin()
      const how = await runOnce(deathsMs.length > 0)
      if (unwanted.aborted) return

      deathsMs = [...deathsMs.slice(-9), performance.now()]
      readiness.begin()
      const { delayMs, crashLoop } = backOff(deathsMs)
      const next = `restarting in ${delayMs / 1000} s`
      if (crashLoop) fail(`${spec.name} keeps crashing (${how}); ${next}`)
      else events.report(`${spec.name} ended (${how}); ${next}`)
      await sleep(delayMs, undefined, { signal: unwanted }).catch(() => {})
    }
  }

  async function runOnce(isRestart: boolean): Promise<string> {
    const how = await runProcess(spec, {
      onStart(started) {
        identity = started
        starts += 1
        events.changed()
      },
      onReady() {
        wasReady = true
        readiness.succeed()
        if (isRestart) events.report(`${spec.name} is ready again`)
      },
      onNotReady: (error) => fail(`${spec.name} is not ready: ${error.message}`),
    })
    identity = undefined
    events.changed()
    return how
  }

  function fail(problem: string): void {
    const text = `${problem}\n  End of ${spec.logFile}:\n${lastLines(spec.logFile, 20)}`
    // During the first start the caller of `start` gets the error instead.
    if (wasReady) events.report(text)
    readiness.fail(new Error(text))
  }
}

interface RunEvents {
  onStart(identity: ProcessIdentity | undefined): void
  onReady(): void
  /** Its probe failed for good. */
  onNotReady(error: Error): void
}

/** Runs a process from its start to its end; returns how it ended. */
async function runProcess(spec: ProcessSpec, events: RunEvents): Promise<string> {
  const over = new AbortController()
  const { identity, ended } = spawnProcess(spec)
  events.onStart(identity)
  void waitUntilReady(spec.probe, over.signal).then(
    (isReady) => isReady && events.onReady(),
    (error: unknown) => events.onNotReady(error instanceof Error ? error : new Error(String(error))),
  )
  const how = await ended
  over.abort()
  return how
}
