import { measure, merge, type Measured, type Work } from './measure.ts'
import type { Subject } from './subject.ts'

export interface Subjects {
  raw: Subject
  service: Subject
}

export interface Duration {
  /** Length of each round of a subject. */
  seconds: number
  rounds: number
}

export interface Compared {
  raw: Measured
  service: Measured
  /** The service's throughput divided by the raw loop's. */
  ratio: number
  /** How far the ratio may be off, as a share of it: two standard errors of the rounds' ratios, up to `MAX_NOISE`. */
  noise: number
}

/** So that a run whose rounds differ much does not reach every target. */
const MAX_NOISE = 0.05

/** How many times as long as a round. */
const WARM_UP = 3

/** Renders until V8 has compiled what the programs repeat: those that have just started take up to twice the time. */
export async function warmUp(
  { raw, service }: Subjects,
  urls: string[],
  { seconds }: Pick<Duration, 'seconds'>,
) {
  for (const subject of [raw, service])
    await measure(subject, { urls, parallel: 4, seconds: WARM_UP * seconds })
}

/** Measures the same work of both subjects in alternating order, because the machine's speed drifts; warms both up first. */
export async function compare(
  { raw, service }: Subjects,
  work: Omit<Work, 'seconds'>,
  { seconds, rounds }: Duration,
): Promise<Compared> {
  const subjects = [raw, service]
  const results = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]))
  for (const subject of subjects) await measure(subject, { ...work, seconds: seconds / 3 })
  for (let round = 0; round < rounds; round++)
    for (const subject of round % 2 ? subjects.toReversed() : subjects)
      results.get(subject)!.push(await measure(subject, { ...work, seconds }))
  const [alone, made] = subjects.map((subject) => merge(results.get(subject)!)) as [Measured, Measured]
  const [inRaw, inService] = subjects.map((subject) => results.get(subject)!.map(rate)) as [
    number[],
    number[],
  ]
  const noise = Math.min(MAX_NOISE, noiseOf(inService.map((each, round) => each / inRaw[round]!)))
  return { raw: alone, service: made, ratio: rate(made) / rate(alone), noise }
}

/** Returns two standard errors of the mean, as a share of it; 0 for a single value. */
export function noiseOf(values: readonly number[]): number {
  const count = values.length
  if (count < 2) return 0
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1)
  return (2 * Math.sqrt(variance / count)) / mean
}

/** Formats a ratio with its noise, such as `0.88 ± 0.02`. */
export function formatRatio({ ratio, noise }: Compared): string {
  return `${ratio.toFixed(2)} ± ${(ratio * noise).toFixed(2)}`
}

function rate({ renders, seconds }: Measured): number {
  return renders / seconds
}
