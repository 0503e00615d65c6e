import { compare, formatRatio, type Duration, type Subjects } from './compare.ts'
import type { Measured } from './measure.ts'
import type { Section } from './section.ts'
import type { Subject } from './subject.ts'
import { quantile } from './timing.ts'

/** Least shares of the raw loop's throughput, which prints the page or reads its markup and does nothing else. */
const TARGETS = { pdf: 0.9, html: 0.85 }
const PARALLEL = 4

/** Measures documents of an article against the raw loop. */
export async function measureDocuments(
  { site, ...subjects }: Subjects & { site: string },
  duration: Duration,
): Promise<Section> {
  const section: Section = {
    title: 'Documents of an article',
    head: ['format', 'subject', 'renders/s', 'p50 ms', 'CPU-s per render', 'throughput'],
    rows: [],
    targets: [],
  }
  const { raw, service } = subjects
  const url = `${site}/article`
  await requireSamePdf([raw, service], url)
  for (const [format, atLeast] of Object.entries(TARGETS)) {
    const shot = { document: format as keyof typeof TARGETS }
    const compared = await compare(subjects, { urls: [url], parallel: PARALLEL, shot }, duration)
    const { ratio, noise } = compared
    section.rows.push(
      cells(format, raw, compared.raw, ''),
      cells(format, service, compared.service, formatRatio(compared)),
    )
    section.targets.push({ what: `${format} >= ${atLeast} of the raw loop`, ratio, noise, atLeast })
  }
  return section
}

/** @throws {Error} unless both subjects print the same, but for the dates in it. */
async function requireSamePdf(subjects: readonly [Subject, Subject], url: string): Promise<void> {
  const [one, other] = await Promise.all(
    subjects.map(async (subject) => {
      const pdf = Buffer.from(await subject.picture(url, { document: 'pdf' }))
      return pdf.toString('latin1').replaceAll(/\(D:\d+/g, '')
    }),
  )
  if (one !== other) throw new Error(`The subjects print different PDFs of ${url}.`)
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
