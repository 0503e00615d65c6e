import { descendantsOf } from './process-tree.ts'

/**
 * Stops a process with all that it has started where they are: connections stay open and nobody answers. Disposing lets
 * them go on.
 */
export function freeze(pid: number): Disposable {
  const pids = [pid, ...descendantsOf(pid).map((descendant) => descendant.pid)]
  for (const each of pids) signal(each, 'SIGSTOP')
  return {
    [Symbol.dispose]() {
      for (const each of pids) signal(each, 'SIGCONT')
    },
  }
}

/** Sends a signal to a process that may have ended meanwhile. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
