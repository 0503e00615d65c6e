import type { ProcessSpec } from './process-spec.ts'
import type { StackFile } from './stack-file.ts'
import { supervise, type SupervisedProcess, type SupervisionEvents } from './supervise.ts'

/** The processes of a stack, in the order in which they were added; its disposal stops them in the opposite one. */
export interface Crew extends AsyncDisposable {
  /** Adds a process and starts it; resolves when it is ready. */
  add(spec: ProcessSpec): Promise<SupervisedProcess>
  /** Aborted when the disposal begins: whatever prepares a process gives up. */
  readonly closing: AbortSignal
  /** Hands a work back; the disposal waits for its end, so that what it uses is not removed under it. */
  track<T>(work: Promise<T>): Promise<T>
  /** Who runs now, as the stack's file records them. */
  recorded(): StackFile['processes']
  /** Ends everything at once. */
  kill(): Promise<void>
}

export function createCrew(events: SupervisionEvents): Crew {
  const members: { spec: ProcessSpec; process: SupervisedProcess }[] = []
  const works: Promise<unknown>[] = []
  const closing = new AbortController()
  const close = () => closing.abort(new Error('The stack is being stopped.'))

  return {
    closing: closing.signal,
    track(work) {
      works.push(work)
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
      return Object.fromEntries(running) as StackFile['processes']
    },
    async kill() {
      close()
      await Promise.all(members.map(({ process }) => process.stop({ signal: 'SIGKILL', graceMs: 0 })))
    },
    async [Symbol.asyncDispose]() {
      close()
      for (const { process } of members.toReversed()) await process.stop()
      await Promise.allSettled(works)
    },
  }
}
