import type { ProcessSpec } from './process-spec.ts'
import type { ProcessIdentity } from './process-identity.ts'
import { supervise, type SupervisedProcess, type SupervisionEvents } from './supervise.ts'

/** The data that another command needs to end a process after its supervisor was killed. */
export interface RecordedProcess extends ProcessIdentity {
  stopSignal: NodeJS.Signals
}

/** The supervised processes of a stack. Disposal stops the services together, then the servers. */
export interface ProcessGroup extends AsyncDisposable {
  /** Adds a process and starts it; resolves when it is ready. */
  add(spec: ProcessSpec): Promise<SupervisedProcess>
  /** Aborted when disposal begins, so that the preparation of processes stops. */
  readonly closing: AbortSignal
  /** Makes disposal wait for this work, so that files it uses are not removed under it; returns the work. */
  track<T>(work: Promise<T>): Promise<T>
  /** Returns the running processes as `stack.json` records them. */
  recorded(): Record<string, RecordedProcess>
  /** Kills all processes at once. */
  kill(): Promise<void>
}

export function createProcessGroup(events: SupervisionEvents): ProcessGroup {
  const members: { spec: ProcessSpec; process: SupervisedProcess }[] = []
  const tracked: Promise<unknown>[] = []
  const closing = new AbortController()
  const close = () => closing.abort(new Error('The stack is being stopped.'))

  return {
    closing: closing.signal,
    track(work) {
      tracked.push(work)
      return work
    },
    async add(spec) {
      closing.signal.throwIfAborted()
      const process = supervise(spec, events)
      members.push({ spec, process })
      await process.start()
      return process
    },
    recorded() {
      const running = members.flatMap(({ spec, process }) =>
        process.identity ? [[spec.name, { ...process.identity, stopSignal: spec.stopSignal }]] : [],
      )
      return Object.fromEntries(running) as Record<string, RecordedProcess>
    },
    async kill() {
      close()
      await Promise.all(members.map(({ process }) => process.stop({ signal: 'SIGKILL', graceMs: 0 })))
    },
    async [Symbol.asyncDispose]() {
      close()
      for (const kind of ['service', 'server'] as const) {
        const ending = members.filter(({ spec }) => spec.kind === kind)
        await Promise.all(ending.map(({ process }) => process.stop()))
      }
      await Promise.allSettled(tracked)
    },
  }
}
