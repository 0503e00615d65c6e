// What may grow under a load that does not: nothing.

/** What was seen of one process, or of the whole stack, at one moment. */
export interface Sample {
  /** Minutes since the load began. */
  minute: number
  /** By what is measured, such as `gateway`. */
  megabytes: Record<string, number>
}

/** What there is while nothing is under way: how many, or which ones where their names tell something. */
export type Counts = Record<string, number | readonly string[]>

const MOST_MEGABYTES_A_MINUTE = 0.5
const MOST_GROWTH = 0.05
const MOST_MORE = 2
/** Memory settles in the first sixth. */
const SETTLED = 1 / 6
/** In less time a slope says nothing. */
const LEAST_MINUTES = 10

/** What has grown, in words; memory is judged when it was looked at for ten minutes or more. */
export function judgeGrowth(samples: readonly Sample[], before: Counts, after: Counts): string[] {
  const minutes = samples.at(-1)?.minute ?? 0
  const names = Object.keys(samples[0]?.megabytes ?? {})
  return [
    ...(minutes < LEAST_MINUTES ? [] : names.flatMap((name) => judgeMemory(name, samples, minutes))),
    ...Object.entries(after)
      .filter(([name, found]) => countOf(found) > countOf(before[name]) + MOST_MORE)
      .map(
        ([name, found]) =>
          `${name} grew from ${countOf(before[name])} to ${countOf(found)}${more(found, before[name])}`,
      ),
  ]
}

export function countOf(found: Counts[string] = 0): number {
  return typeof found === 'number' ? found : found.length
}

/** Megabytes a minute, by least squares. */
export function slopeOf(samples: readonly Sample[], name: string): number {
  const meanX = mean(samples.map(({ minute }) => minute))
  const meanY = mean(samples.map(({ megabytes }) => megabytes[name]!))
  const sum = (term: (x: number, y: number) => number) =>
    samples.reduce(
      (total, { minute, megabytes }) => total + term(minute - meanX, megabytes[name]! - meanY),
      0,
    )
  return sum((x, y) => x * y) / (sum((x) => x * x) || 1)
}

function judgeMemory(name: string, samples: readonly Sample[], minutes: number): string[] {
  const settled = samples.filter(({ minute }) => minute >= minutes * SETTLED)
  const slope = slopeOf(settled, name)
  const tenth = Math.max(1, Math.floor(settled.length / 10))
  const [start, end] = [settled.slice(0, tenth), settled.slice(-tenth)].map((some) =>
    mean(some.map(({ megabytes }) => megabytes[name]!)),
  )
  const grew = `${name} grew from ${start!.toFixed(1)} to ${end!.toFixed(1)} MB`
  return [
    ...(slope > MOST_MEGABYTES_A_MINUTE ? [`${grew}, by ${slope.toFixed(2)} MB a minute`] : []),
    ...(end! > start! * (1 + MOST_GROWTH) ? [`${grew}, by more than ${MOST_GROWTH * 100} %`] : []),
  ]
}

/** By name, where there are names. */
function more(found: Counts[string], before: Counts[string] = []): string {
  if (typeof found === 'number' || typeof before === 'number') return ''
  return `: ${found.filter((name) => !before.includes(name)).join(', ')}`
}

function mean(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0) / values.length
}
