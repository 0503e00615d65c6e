import { descendantsOf } from './process-tree.ts'

/**
 * Suspends a process and its descendants: connections stay open and nothing answers. Disposing resumes them.
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

/** Sends a signal to a process; does nothing when it has ended. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
