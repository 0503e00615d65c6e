import { cpus } from 'node:os'

/** Returns a function that returns the share of this machine's cores in use since the call, from 0 to 1. */
export function watchCoresInUse(): () => number {
  const before = cpuTimes()
  return () => {
    const now = cpuTimes()
    return (now.busy - before.busy) / Math.max(1, now.total - before.total)
  }
}

function cpuTimes(): { busy: number; total: number } {
  const times = cpus().map((core) => core.times)
  const total = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0)
  return { total, busy: total - times.reduce((sum, { idle }) => sum + idle, 0) }
}
