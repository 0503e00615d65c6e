import { measure, merge, type Measured } from './measure.ts'
import type { Section } from './section.ts'
import type { Subject } from './subject.ts'
import { quantile } from './timing.ts'

/** Least shares of the raw loop's throughput, which prints the page or reads its markup and does nothing else. */
const TARGETS = { pdf: 0.9, html: 0.85 }
const PARALLEL = 4

/** Measures documents of an article against the raw loop. */
export async function measureDocuments(
  { raw, service, site }: { raw: Subject; service: Subject; site: string },
  { seconds, rounds }: { seconds: number; rounds: number },
): Promise<Section> {
  const section: Section = {
    title: 'Documents of an article',
    head: ['format', 'subject', 'renders/s', 'p50 ms', 'CPU-s per render', 'throughput'],
    rows: [],
    targets: [],
  }
  for (const [format, atLeast] of Object.entries(TARGETS)) {
    const work = {
      urls: [`${site}/article`],
      parallel: PARALLEL,
      shot: { document: format as keyof typeof TARGETS },
    }
    const subjects = [raw, service]
    const results = new Map<Subject, Measured[]>(subjects.map((subject) => [subject, []]))
    for (const subject of subjects) await measure(subject, { ...work, seconds: seconds / 3 })
    for (let round = 0; round < rounds; round++)
      for (const subject of round % 2 ? subjects.toReversed() : subjects)
        results.get(subject)!.push(await measure(subject, { ...work, seconds }))
    const [alone, made] = subjects.map((subject) => merge(results.get(subject)!)) as [Measured, Measured]
    const ratio = made.renders / made.seconds / (alone.renders / alone.seconds)
    section.rows.push(cells(format, raw, alone, ''), cells(format, service, made, ratio.toFixed(2)))
    section.targets.push({ what: `${format} >= ${atLeast} of the raw loop`, ratio, atLeast })
  }
  return section
}

function cells(format: string, { name }: Subject, measured: Measured, ratio: string): string[] {
  const { renders, seconds, latenciesMs, cpuSeconds } = measured
  const p50 = quantile(latenciesMs, 0.5)
  return [
    format,
    name,
    (renders / seconds).toFixed(2),
    p50.toFixed(0),
    (cpuSeconds / renders).toFixed(3),
    ratio,
  ]
}
