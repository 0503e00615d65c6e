/** How to run a process of the stack. */
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
