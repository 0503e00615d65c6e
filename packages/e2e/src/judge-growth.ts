// Detects growth of memory and other resources under a steady load.

/** Memory at one moment. */
export interface Sample {
  /** Minutes since the load began. */
  minute: number
  /** The memory that the system counts. It varies also without a leak. Keyed by process, such as `gateway`. */
  resident: Megabytes
  /** The memory that objects and buffers take. */
  heap: Megabytes
}

export type Megabytes = Record<string, number>
type MemoryKind = 'resident' | 'heap'

/** Resources in use while idle: their number, or their names where these are useful. */
export type Counts = Record<string, number | readonly string[]>

const MAX_MEGABYTES_PER_MINUTE = 0.5
const MAX_GROWTH = 0.05
const MAX_DIFFERENCE = 2
/** Share of the run after which memory has settled. */
const SETTLED = 1 / 6
const MIN_MINUTES = 10
/** In a shorter time the slope is meaningless. */
const MIN_MINUTES_OF_SLOPE: Record<MemoryKind, number> = { heap: MIN_MINUTES, resident: 30 }

/** Returns what has grown, as text. Memory is judged only after at least ten minutes of samples. */
export function judgeGrowth(samples: readonly Sample[], before: Counts, after: Counts): string[] {
  const minutes = samples.at(-1)?.minute ?? 0
  const names = Object.keys(samples[0]?.resident ?? {})
  return [
    ...(minutes < MIN_MINUTES ? [] : names.flatMap((name) => judgeMemory(name, samples, minutes))),
    ...Object.entries(after)
      .filter(([name, found]) => countOf(found) > countOf(before[name]) + MAX_DIFFERENCE)
      .map(
        ([name, found]) =>
          `${name} grew from ${countOf(before[name])} to ${countOf(found)}${newNames(found, before[name])}`,
      ),
  ]
}

export function countOf(found: Counts[string] = 0): number {
  return typeof found === 'number' ? found : found.length
}

/** Returns the slope in megabytes per minute, by least squares. */
export function slopeOf(samples: readonly Sample[], kind: MemoryKind, name: string): number {
  const meanX = mean(samples.map(({ minute }) => minute))
  const meanY = mean(samples.map((sample) => sample[kind][name]!))
  const sum = (term: (x: number, y: number) => number) =>
    samples.reduce((total, sample) => total + term(sample.minute - meanX, sample[kind][name]! - meanY), 0)
  return sum((x, y) => x * y) / (sum((x) => x * x) || 1)
}

function judgeMemory(name: string, samples: readonly Sample[], minutes: number): string[] {
  const settled = samples.filter(({ minute }) => minute >= minutes * SETTLED)
  const tenth = Math.max(1, Math.floor(settled.length / 10))
  const judgeKind = (kind: MemoryKind): string[] => {
    const [start, end] = [settled.slice(0, tenth), settled.slice(-tenth)].map((some) =>
      mean(some.map((sample) => sample[kind][name]!)),
    )
    const grew = `${kind} memory of ${name} grew from ${start!.toFixed(1)} to ${end!.toFixed(1)} MB`
    const slope = minutes < MIN_MINUTES_OF_SLOPE[kind] ? 0 : slopeOf(settled, kind, name)
    const isLarger = kind === 'resident' && end! > start! * (1 + MAX_GROWTH)
    return [
      ...(slope > MAX_MEGABYTES_PER_MINUTE ? [`${grew}, by ${slope.toFixed(2)} MB per minute`] : []),
      ...(isLarger ? [`${grew}, by more than ${MAX_GROWTH * 100} %`] : []),
    ]
  }
  return [...judgeKind('resident'), ...judgeKind('heap')]
}

/** Returns the new names, when names are known. */
function newNames(found: Counts[string], before: Counts[string] = []): string {
  if (typeof found === 'number' || typeof before === 'number') return ''
  return `: ${found.filter((name) => !before.includes(name)).join(', ')}`
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
