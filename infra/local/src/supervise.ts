import { setTimeout as sleep } from 'node:timers/promises'
import { backOff } from './back-off.ts'
import { endProcess, send } from './end-process.ts'
import { lastLines } from './log-file.ts'
import type { ProcessIdentity } from './process-identity.ts'
import type { ProcessSpec } from './process-spec.ts'
import { createReadiness } from './readiness.ts'
import { spawnProcess, type Spawned } from './spawn-process.ts'
import { waitUntilReady } from './wait-until-ready.ts'

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
  /** Sends it a signal and leaves the consequences to supervision; after SIGKILL, `ready` is about the restart. */
  kill(signal: NodeJS.Signals): void
}

export interface SupervisionEvents {
  /** It was started or has ended: whoever keeps a list of processes writes it anew. */
  changed(): void
  /** A text for whoever watches. */
  report(text: string): void
}

/** Keeps a process running: one that dies is started again, slower and slower, and a crash loop is reported. */
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
      const next = `starting it again in ${delayMs / 1000} s`
      if (crashLoop) giveUpWaiting(`${spec.name} dies again and again (${how}); ${next}`)
      else events.report(`${spec.name} ended (${how}); ${next}`)
      await sleep(delayMs, undefined, { signal: unwanted }).catch(() => {})
    }
  }

  /** From start to end; returns how it ended. */
  async function runOnce(again: boolean): Promise<string> {
    const over = new AbortController()
    const spawned: Spawned = spawnProcess(spec)
    identity = spawned.identity
    starts += 1
    events.changed()
    void becomeReady(over.signal, again)
    const how = await spawned.ended
    over.abort()
    identity = undefined
    events.changed()
    return how
  }

  async function becomeReady(over: AbortSignal, again: boolean): Promise<void> {
    try {
      if (!(await waitUntilReady(spec.probe, over))) return
      wasReady = true
      readiness.succeed()
      if (again) events.report(`${spec.name} is back`)
    } catch (error) {
      giveUpWaiting(
        `${spec.name} runs but is not ready: ${error instanceof Error ? error.message : String(error)}`,
      )
    }
  }

  function giveUpWaiting(problem: string): void {
    const text = `${problem}\n  The end of ${spec.logFile}:\n${lastLines(spec.logFile, 20)}`
    // At the first start whoever waits for it is told by the error.
    if (wasReady) events.report(text)
    readiness.fail(new Error(text))
  }
}
