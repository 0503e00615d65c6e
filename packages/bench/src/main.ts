// `npm run bench`: the service against the raw loop, interleaved in one run. BENCH_SECONDS and BENCH_ROUNDS shorten it,
// BENCH_ONLY names the parts to measure.
import { measureBlocking } from './blocking.ts'
import { measureEncoding } from './encoding.ts'
import { measureFullPages } from './full-pages.ts'
import { measureHugePage } from './huge-page.ts'
import { startBenchOrigin } from './origin.ts'
import { startRawSubject } from './raw-subject.ts'
import { show, type Section } from './section.ts'
import { startService } from './service-subject.ts'
import { measureSettling } from './settling.ts'
import { measureThroughput } from './throughput.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

await using origin = await startBenchOrigin()
await using raw = await startRawSubject()
await using service = await startService()
const parts = { raw, service, site: origin.url }

const measures: Record<string, () => Promise<Section>> = {
  throughput: () => measureThroughput(parts, { seconds, rounds }),
  'full-pages': () => measureFullPages(parts),
  encoding: () => measureEncoding(parts),
  settling: () => measureSettling(parts),
  blocking: () => measureBlocking(parts),
  'huge-page': () => measureHugePage(parts),
}
const names = process.env.BENCH_ONLY?.split(',') ?? Object.keys(measures)

let isReached = true
for (const name of names) {
  console.log(`Measuring ${name}`)
  const section = await measures[name]!()
  console.log(`${show(section)}\n`)
  isReached &&= section.targets.every((target) => target.isReached)
}
process.exitCode = isReached ? 0 : 1
