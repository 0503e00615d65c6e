import { readdirSync, readFileSync } from 'node:fs'

export interface Metered {
  cpuSeconds: number
  /** Most memory held at once, anonymous and shared pages over the whole tree. */
  peakMemoryBytes: number
}

const TICKS_PER_SECOND = 100
const SAMPLE_MS = 250

/** Watches process trees until stopped. */
export function startMeter(roots: () => number[]): { stop(): Metered } {
  const before = groupTicks(trees(roots()))
  const latest = new Map(before)
  let peakMemoryBytes = 0
  const sample = () => {
    const watched = trees(roots())
    for (const [group, ticks] of groupTicks(watched))
      latest.set(group, Math.max(ticks, latest.get(group) ?? 0))
    peakMemoryBytes = Math.max(peakMemoryBytes, memoryBytes(watched))
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

interface Watched {
  pid: number
  parent: number
  group: number
  /** CPU time, that of ended children included as their parents count it; see `groupTicks`. */
  ticks: number
}

/**
 * CPU time by process group, that of ended children included as their parents count it; not so by the first process of a
 * group, whose ended children were groups of their own. A browser is one: when it is replaced, what was last seen of its
 * group stays.
 */
function groupTicks(watched: Watched[]): Map<number, number> {
  const groups = new Map<number, number>()
  for (const { group, ticks } of watched) groups.set(group, (groups.get(group) ?? 0) + ticks)
  return groups
}

function memoryBytes(watched: Watched[]): number {
  return watched.reduce((total, { pid }) => {
    const status = readOrNothing(`/proc/${pid}/status`)
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
    return total + (kilobytes('RssAnon') + kilobytes('RssShmem')) * 1024
  }, 0)
}

/**
 * The processes of these trees, from one reading of the machine's: the meter runs on the cores that it measures, and is
 * not to take more of them the more trees there are.
 */
function trees(roots: number[]): Watched[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? read(Number(name)) : []))
  const children = Map.groupBy(all, ({ parent }) => parent)
  const under = (pid: number): Watched[] =>
    (children.get(pid) ?? []).flatMap((child) => [child, ...under(child.pid)])
  return [...all.filter(({ pid }) => roots.includes(pid)), ...roots.flatMap(under)]
}

function read(pid: number): Watched[] {
  const fields = readOrNothing(`/proc/${pid}/stat`).split(') ')[1]?.split(' ')
  if (!fields) return []
  const [parent, group] = [Number(fields[1]), Number(fields[2])]
  const times = fields.slice(11, group === pid ? 13 : 15)
  return [{ pid, parent, group, ticks: times.reduce((total, time) => total + Number(time), 0) }]
}

/** A process that ended meanwhile has nothing to read. */
function readOrNothing(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
