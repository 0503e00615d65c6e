import type { Alone } from '@render/local'
import { descendantsOf } from '@render/testkit'

/**
 * Stops a server with all that it has started where they are: connections stay open and nobody answers. Disposing lets
 * it go on.
 */
export function freeze({ process: server }: Alone): Disposable {
  const { pid } = server.identity!
  const pids = [pid, ...descendantsOf(pid).map((descendant) => descendant.pid)]
  for (const each of pids) process.kill(each, 'SIGSTOP')
  return {
    [Symbol.dispose]() {
      for (const each of pids) process.kill(each, 'SIGCONT')
    },
  }
}
