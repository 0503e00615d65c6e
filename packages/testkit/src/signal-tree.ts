import { descendantsOf } from './process-tree.ts'

/**
 * Stops a process with all that it has started where they are: connections stay open and nobody answers. Disposing lets
 * them go on.
 */
export function freeze(pid: number): Disposable {
  const pids = [pid, ...descendantsOf(pid).map((descendant) => descendant.pid)]
  for (const each of pids) send(each, 'SIGSTOP')
  return {
    [Symbol.dispose]() {
      for (const each of pids) send(each, 'SIGCONT')
    },
  }
}

/** Ends a process with all that it has started, at once. */
export function killTree(pid: number): void {
  for (const each of [pid, ...descendantsOf(pid).map((descendant) => descendant.pid)]) send(each, 'SIGKILL')
}

/** It may have ended meanwhile. */
function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
