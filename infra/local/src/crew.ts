import type { StackFile } from './stack-file.ts'
import type { ProcessSpec } from './process-spec.ts'
import { supervise, type SupervisedProcess, type SupervisionEvents } from './supervise.ts'

/** The processes of a stack, in the order in which they were added; they are stopped in the opposite one. */
export interface Crew extends AsyncDisposable {
  /** Adds a process and starts it; resolves when it is ready. */
  add(spec: ProcessSpec): Promise<SupervisedProcess>
  /** Who runs now, as the stack's file records them. */
  recorded(): StackFile['processes']
  /** Ends everything at once. */
  kill(): Promise<void>
}

export function createCrew(events: SupervisionEvents): Crew {
  const members: { spec: ProcessSpec; process: SupervisedProcess }[] = []
  let closed = false

  return {
    async add(spec) {
      if (closed) throw new Error('The stack is being stopped.')
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
      closed = true
      await Promise.all(members.map(({ process }) => process.stop({ signal: 'SIGKILL', graceMs: 0 })))
    },
    async [Symbol.asyncDispose]() {
      closed = true
      for (const { process } of members.toReversed()) await process.stop()
    },
  }
}
