import { descendantsOf } from '@render/testkit'
import { readFileSync } from 'node:fs'

export interface Metered {
  cpuSeconds: number
  /** Most memory held at once, anonymous and shared pages over the whole tree. */
  peakMemoryBytes: number
}

const TICKS_PER_SECOND = 100
const SAMPLE_MS = 250

/** Watches process trees until stopped. CPU time of children that ended is counted by their parents. */
export function startMeter(roots: () => number[]): { stop(): Metered } {
  const before = cpuTicks(roots())
  let peakMemoryBytes = 0
  const sample = () => (peakMemoryBytes = Math.max(peakMemoryBytes, memoryBytes(roots())))
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      return { cpuSeconds: (cpuTicks(roots()) - before) / TICKS_PER_SECOND, peakMemoryBytes }
    },
  }
}

function cpuTicks(roots: number[]): number {
  return sum(tree(roots), (pid) => {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0)
  })
}

function memoryBytes(roots: number[]): number {
  return sum(tree(roots), (pid) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024
  })
}

function tree(roots: number[]): number[] {
  return roots.flatMap((root) => [root, ...descendantsOf(root).map(({ pid }) => pid)])
}

/** A process that ended meanwhile counts nothing. */
function sum(pids: number[], measure: (pid: number) => number): number {
  return pids.reduce((total, pid) => {
    try {
      return total + measure(pid)
    } catch {
      return total
    }
  }, 0)
}
