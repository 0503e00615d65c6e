import { compare, formatRatio, type Compared, type Duration, type Subjects } from './compare.ts'
import type { Measured } from './measure.ts'
import { MIXED, WAITING } from './origin.ts'
import { requireSamePictures } from './same-pictures.ts'
import type { Section } from './section.ts'
import { quantile } from './timing.ts'

const PARALLELS = [1, 4, 16]
const WORKLOADS = { mixed: MIXED, waiting: WAITING }

const HEAD = [
  'workload',
  'parallel',
  'subject',
  'renders/s',
  'p50 ms',
  'p95 ms',
  'CPU-s per render',
  'peak MB',
  'throughput',
  'added p50 ms',
]

interface Round extends Compared {
  workload: string
  parallel: number
}

/** Least share of the raw loop's throughput on mixed pages. */
const THROUGHPUT = 0.88
const ADDED_MS = 15

/** Measures the maximum number of renders per second, one at a time and in parallel. */
export async function measureThroughput(
  { site, ...subjects }: Subjects & { site: string },
  duration: Duration,
): Promise<Section> {
  const { raw, service } = subjects
  const measured: Round[] = []
  for (const [workload, paths] of Object.entries(WORKLOADS)) {
    const urls = paths.map((path) => site + path)
    await requireSamePictures([raw, service], urls)
    for (const parallel of PARALLELS) {
      console.log(`Measuring ${workload}, ${parallel} parallel`)
      measured.push({ workload, parallel, ...(await compare(subjects, { urls, parallel }, duration)) })
    }
  }
  return {
    title: 'Renders per second',
    head: HEAD,
    rows: measured.flatMap((round) => [
      cells(round, raw.name, round.raw, '', ''),
      cells(round, service.name, round.service, formatRatio(round), addedMs(round).toFixed(1)),
    ]),
    targets: measured
      .filter(({ workload }) => workload === 'mixed')
      .map((round) => {
        const what = `mixed, ${round.parallel} parallel:`
        if (round.parallel === 1)
          return { what: `${what} added p50 <= ${ADDED_MS} ms`, inTime: addedMs(round) <= ADDED_MS }
        const { ratio, noise } = round
        return {
          what: `${what} throughput >= ${THROUGHPUT} of the raw loop`,
          ratio,
          noise,
          atLeast: THROUGHPUT,
        }
      }),
  }
}

function cells(
  { workload, parallel }: Round,
  name: string,
  measured: Measured,
  ratio: string,
  added: string,
): (string | number)[] {
  return [
    workload,
    parallel,
    name,
    (measured.renders / measured.seconds).toFixed(2),
    quantile(measured.latenciesMs, 0.5).toFixed(0),
    quantile(measured.latenciesMs, 0.95).toFixed(0),
    (measured.cpuSeconds / measured.renders).toFixed(3),
    (measured.peakMemoryBytes / 1e6).toFixed(0),
    ratio,
    added,
  ]
}

function addedMs({ raw, service }: Round): number {
  return quantile(service.latenciesMs, 0.5) - quantile(raw.latenciesMs, 0.5)
}
