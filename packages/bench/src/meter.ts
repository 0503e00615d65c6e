import { descendantsOf } from '@render/testkit'
import { readFileSync } from 'node:fs'

export interface Metered {
  cpuSeconds: number
  /** Peak memory of the whole tree: anonymous and shared pages. */
  peakMemoryBytes: number
}

const TICKS_PER_SECOND = 100
const SAMPLE_MS = 250

/** Samples process trees until stopped. */
export function startMeter(roots: () => number[]): { stop(): Metered } {
  const before = groupTicks(tree(roots()))
  const latest = new Map(before)
  let peakMemoryBytes = 0
  const sample = () => {
    const pids = tree(roots())
    for (const [group, ticks] of groupTicks(pids)) latest.set(group, Math.max(ticks, latest.get(group) ?? 0))
    peakMemoryBytes = Math.max(peakMemoryBytes, memoryBytes(pids))
  }
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    stop() {
      clearInterval(timer)
      sample()
      const spent = [...latest].reduce((total, [group, ticks]) => total + ticks - (before.get(group) ?? 0), 0)
      return { cpuSeconds: spent / TICKS_PER_SECOND, peakMemoryBytes }
    },
  }
}

/**
 * Adds up CPU time by process group, including ended children as their parents account for them. Excludes the ended
 * children of a group's leader, because these were groups of their own. Keeps the last value of a group that has ended,
 * such as a replaced browser.
 */
function groupTicks(pids: number[]): Map<string, number> {
  const groups = new Map<string, number>()
  for (const pid of pids) {
    const fields = readOrNothing(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')
    if (!fields) continue
    const group = fields[2]!
    const [own, withEnded] = [fields.slice(11, 13), fields.slice(11, 15)]
    const ticks = (group === String(pid) ? own : withEnded).reduce((total, field) => total + Number(field), 0)
    groups.set(group, (groups.get(group) ?? 0) + ticks)
  }
  return groups
}

function memoryBytes(pids: number[]): number {
  return pids.reduce((total, pid) => {
    const status = readOrNothing(`/proc/${pid}/status`)
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return total + (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024
  }, 0)
}

/** Reads /proc once for all trees, so that the meter's own CPU use does not grow with their number. */
function tree(roots: number[]): number[] {
  return [...roots, ...descendantsOf(...roots).map(({ pid }) => pid)]
}

/** Returns nothing for a process that has ended. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
