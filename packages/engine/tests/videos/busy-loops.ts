import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Does work while other processes want all cores, twice over. */
export async function besideBusyLoops<T>(work: () => Promise<T>): Promise<T> {
  const loops = Array.from({ length: 2 * availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}']),
  )
  try {
    return await work()
  } finally {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
