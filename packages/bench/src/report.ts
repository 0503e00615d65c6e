import type { Measured } from './measure.ts'

export interface Row {
  workload: string
  parallel: number
  raw: Measured
  service: Measured
}

/** What has to be reached, by workload and number in parallel. */
const TARGETS: { workload: string; parallel: number; what: string; holds: (row: Row) => boolean }[] = [
  {
    workload: 'mixed',
    parallel: 4,
    what: 'throughput >= 0.8 of the raw loop',
    holds: (row) => throughput(row) >= 0.8,
  },
  {
    workload: 'mixed',
    parallel: 16,
    what: 'throughput >= 0.8 of the raw loop',
    holds: (row) => throughput(row) >= 0.8,
  },
  { workload: 'mixed', parallel: 1, what: 'added p50 <= 15 ms', holds: (row) => addedMs(row) <= 15 },
]

/** The figures as a Markdown table, and the targets under it. */
export function report(rows: Row[]): { text: string; reached: boolean } {
  const head =
    '| workload | parallel | subject | renders/s | p50 ms | p95 ms | CPU-s per render | peak MB | throughput | added p50 ms |'
  const rule = head.replaceAll(/[^|]+/g, ' --- ')
  const lines = rows.flatMap((row) => [
    line(row, 'raw loop', row.raw, '', ''),
    line(row, 'service', row.service, throughput(row).toFixed(2), addedMs(row).toFixed(1)),
  ])
  const checks = TARGETS.map(({ workload, parallel, what, holds }) => {
    const row = rows.find((candidate) => candidate.workload === workload && candidate.parallel === parallel)
    return { text: `${workload}, ${parallel} parallel: ${what}`, holds: row !== undefined && holds(row) }
  })
  return {
    text: [
      head,
      rule,
      ...lines,
      '',
      ...checks.map(({ text, holds }) => `${holds ? 'reached' : 'MISSED '}  ${text}`),
    ].join('\n'),
    reached: checks.every(({ holds }) => holds),
  }
}

function line(
  { workload, parallel }: Row,
  name: string,
  measured: Measured,
  ratio: string,
  added: string,
): string {
  const cells = [
    workload,
    parallel,
    name,
    (measured.renders / measured.seconds).toFixed(2),
    quantile(measured, 0.5).toFixed(0),
    quantile(measured, 0.95).toFixed(0),
    (measured.cpuSeconds / measured.renders).toFixed(3),
    (measured.peakMemoryBytes / 1e6).toFixed(0),
    ratio,
    added,
  ]
  return `| ${cells.join(' | ')} |`
}

function throughput({ raw, service }: Row): number {
  return service.renders / service.seconds / (raw.renders / raw.seconds)
}

function addedMs({ raw, service }: Row): number {
  return quantile(service, 0.5) - quantile(raw, 0.5)
}

function quantile({ latenciesMs }: Measured, q: number): number {
  const sorted = latenciesMs.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
