// `npm run bench`: the service against the raw loop, interleaved in one run. BENCH_SECONDS and BENCH_ROUNDS shorten it,
// BENCH_ONLY names the parts to measure.
import { measureBlocking } from './blocking.ts'
import { measureEncoding } from './encoding.ts'
import { measureFullPages } from './full-pages.ts'
import { measureHugePage } from './huge-page.ts'
import { measureLoad } from './load/measure-load.ts'
import { startBenchOrigin } from './origin.ts'
import { startRawSubject } from './raw-subject.ts'
import { show, type Section } from './section.ts'
import { startService } from './service-subject.ts'
import { measureSettling } from './settling.ts'
import { measureThroughput } from './throughput.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)

const names = process.env.BENCH_ONLY?.split(',')
const isWanted = (name: string) => names?.includes(name) ?? true

let isReached = true
async function measure(name: string, section: () => Promise<Section>): Promise<void> {
  if (!isWanted(name)) return
  console.log(`Measuring ${name}`)
  const measured = await section()
  console.log(`${show(measured)}\n`)
  isReached &&= measured.targets.every((target) => target.isReached)
}

// On stacks of its own: nothing else is to run beside it.
await measure('load', () => measureLoad(seconds))

const compared = ['throughput', 'full-pages', 'encoding', 'settling', 'blocking', 'huge-page']
if (compared.some(isWanted)) {
  await using origin = await startBenchOrigin()
  await using raw = await startRawSubject()
  await using service = await startService()
  const parts = { raw, service, site: origin.url }
  await measure('throughput', () => measureThroughput(parts, { seconds, rounds }))
  await measure('full-pages', () => measureFullPages(parts))
  await measure('encoding', () => measureEncoding(parts))
  await measure('settling', () => measureSettling(parts))
  await measure('blocking', () => measureBlocking(parts))
  await measure('huge-page', () => measureHugePage(parts))
}
process.exitCode = isReached ? 0 : 1
