// `npm run bench`: the service against the raw loop, interleaved in one run. BENCH_SECONDS and BENCH_ROUNDS shorten it.
import { measure, merge, type Measured } from './measure.ts'
import { MIXED, startBenchOrigin, WAITING } from './origin.ts'
import { startRawSubject } from './raw-subject.ts'
import { report, type Row } from './report.ts'
import { requireSamePictures } from './same-pictures.ts'
import { startServiceSubject } from './service-subject.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const parallels = [1, 4, 16]

await using origin = await startBenchOrigin()
await using raw = await startRawSubject()
await using service = await startServiceSubject()
const workloads = Object.entries({ mixed: MIXED, waiting: WAITING }).map(([name, paths]) => ({
  name,
  urls: paths.map((path) => origin.url + path),
}))

console.log('Comparing the pictures of both subjects')
await requireSamePictures(
  [raw, service],
  workloads.flatMap(({ urls }) => urls),
)

const rows: Row[] = []
for (const { name, urls } of workloads) {
  for (const parallel of parallels) {
    console.log(`Measuring ${name}, ${parallel} parallel`)
    const results: Record<'raw' | 'service', Measured[]> = { raw: [], service: [] }
    for (const subject of [raw, service]) await measure(subject, { urls, parallel, seconds: seconds / 3 })
    for (let round = 0; round < rounds; round++) {
      results.raw.push(await measure(raw, { urls, parallel, seconds }))
      results.service.push(await measure(service, { urls, parallel, seconds }))
    }
    rows.push({ workload: name, parallel, raw: merge(results.raw), service: merge(results.service) })
  }
}

const { text, reached } = report(rows)
console.log(`\n${text}`)
process.exitCode = reached ? 0 : 1
