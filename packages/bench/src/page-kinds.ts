import { compare, formatRatio, type Duration, type Subjects } from './compare.ts'
import { MIXED } from './origin.ts'
import type { Section } from './section.ts'

const PARALLEL = 4

/** Least shares of the raw loop's throughput; other pages are only shown. */
const TARGETS = new Map([['/tiny', 0.8]])

/** Measures each page of the mixed workload by itself. */
export async function measurePageKinds(
  { site, ...subjects }: Subjects & { site: string },
  duration: Duration,
): Promise<Section> {
  const section: Section = {
    title: `Renders per second of each page, ${PARALLEL} parallel`,
    head: ['page', 'raw loop', 'service', 'throughput', 'CPU ms, raw loop', 'CPU ms, service'],
    rows: [],
    targets: [],
  }
  for (const path of MIXED) {
    const work = { urls: [site + path], parallel: PARALLEL }
    const compared = await compare(subjects, work, duration)
    const { raw, service, ratio, noise } = compared
    const rates = [raw, service].map(({ renders, seconds }) => (renders / seconds).toFixed(2))
    const cpu = [raw, service].map(({ cpuSeconds, renders }) => ((cpuSeconds / renders) * 1000).toFixed(0))
    section.rows.push([path, ...rates, formatRatio(compared), ...cpu])
    const atLeast = TARGETS.get(path)
    if (atLeast)
      section.targets.push({ what: `${path} >= ${atLeast} of the raw loop`, ratio, noise, atLeast })
  }
  return section
}
