import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { descendantsOf, isNightly, signal } from '@render/testkit'

/** How often the processes of pages stop, in milliseconds, and for how long. */
const INTERVAL_MS = 200
const STALL_MS = 100

/**
 * Does work while the processes of pages are stopped half of the time. In the nightly run other processes want all cores as
 * well, twice over. Throws when no process was stopped.
 */
export async function onLateMachine<T>(work: () => Promise<T>): Promise<T> {
  let stopped = 0
  const stalls = setInterval(() => (stopped += stall()), INTERVAL_MS)
  const loops = Array.from({ length: isNightly ? 2 * availableParallelism() : 0 }, () =>
    spawn(process.execPath, ['-e', 'for (;;) {}']),
  )
  try {
    const result = await work()
    if (stopped === 0) throw new Error('The work ended before a process was stopped.')
    return result
  } finally {
    clearInterval(stalls)
    for (const loop of loops) loop.kill('SIGKILL')
  }
}

/** Stops the processes that run scripts and draw, for a moment. Returns how many there are. */
function stall(): number {
  const stopped = descendantsOf(process.pid).filter(({ command }) =>
    /--type=(renderer|gpu-process)/.test(command),
  )
  for (const { pid } of stopped) signal(pid, 'SIGSTOP')
  setTimeout(() => stopped.forEach(({ pid }) => signal(pid, 'SIGCONT')), STALL_MS)
  return stopped.length
}
