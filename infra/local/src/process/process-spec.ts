/** The command and settings of a process of the stack. */
export interface ProcessSpec {
  name: string
  /** Services stop first and together, then the servers that they use. */
  kind: 'server' | 'service'
  /** Program and arguments. */
  command: readonly [string, ...string[]]
  /** Called at each start. */
  environment: () => NodeJS.ProcessEnv
  workingDirectory: string
  /** The user to run as; this process's own when undefined. */
  user?: { uid: number; gid: number }
  logFile: string
  /**
   * Resolves when the process is ready.
   * @throws {NeverReadyError} when it never will be; any other error until it is.
   */
  probe: () => Promise<void>
  stopSignal: NodeJS.Signals
  /** Time between `stopSignal` and SIGKILL. */
  graceMs: number
}

/** Thrown by a probe when waiting longer cannot help. */
export class NeverReadyError extends Error {}
