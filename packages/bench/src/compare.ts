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
}

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
  const ratio = made.renders / made.seconds / (alone.renders / alone.seconds)
  return { raw: alone, service: made, ratio }
}
