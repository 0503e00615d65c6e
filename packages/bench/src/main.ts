// `npm run bench`: measures the service against the raw loop, interleaved. BENCH_SECONDS and BENCH_ROUNDS shorten the run,
// BENCH_ONLY selects parts. With BENCH_TOLERANCE only what does not depend on the machine's speed decides.
import { collectLessOften } from '@render/runtime'
import { measureBlocking } from './blocking.ts'
import { warmUp } from './compare.ts'
import { measureDocuments } from './documents.ts'
import { measureEncoding } from './encoding.ts'
import { measureFullPages } from './full-pages.ts'
import { measureHugePage } from './huge-page.ts'
import { measureIdle } from './idle.ts'
import { measureLinks } from './load/links.ts'
import { measureLoad } from './load/measure-load.ts'
import { measureScale } from './load/scale.ts'
import { MIXED, startBenchOrigin } from './origin.ts'
import { measurePageKinds } from './page-kinds.ts'
import { startRawSubject } from './raw-subject.ts'
import { formatSection, type Section } from './section.ts'
import { startService } from './service-subject.ts'
import { measureSettling } from './settling.ts'
import { isReached, isTolerable, type Target } from './target.ts'
import { measureThroughput } from './throughput.ts'
import { measureVideo } from './video/measure-video.ts'

// Client and origin share the cores with what is measured.
collectLessOften()

const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const tolerance = process.env.BENCH_TOLERANCE

const names = process.env.BENCH_ONLY?.split(',')
const isWanted = (name: string) => names?.includes(name) ?? true

let isGood = true
async function measure(name: string, section: () => Promise<Section>): Promise<void> {
  if (!isWanted(name)) return
  console.log(`Measuring ${name}`)
  const measured = await section()
  console.log(`${formatSection(measured)}\n`)
  const judge = (target: Target) =>
    tolerance === undefined ? isReached(target) : isTolerable(target, Number(tolerance))
  isGood &&= measured.targets.every(judge)
}

// Load tests start their own stacks, so nothing else may run at the same time.
await measure('load', () => measureLoad(seconds))
await measure('links', () => measureLinks(seconds))
await measure('scale', () => measureScale(seconds))

const compared = [
  'idle',
  'throughput',
  'page-kinds',
  'documents',
  'full-pages',
  'encoding',
  'settling',
  'blocking',
  'huge-page',
  'video',
]
if (compared.some(isWanted)) {
  await using origin = await startBenchOrigin()
  await using raw = await startRawSubject()
  await using service = await startService()
  const parts = { raw, service, site: origin.url }
  await measure('idle', () => measureIdle(parts))
  if (names?.join() !== 'idle')
    await warmUp(
      parts,
      MIXED.map((path) => origin.url + path),
      { seconds },
    )
  await measure('throughput', () => measureThroughput(parts, { seconds, rounds }))
  await measure('page-kinds', () => measurePageKinds(parts, { seconds, rounds }))
  await measure('documents', () => measureDocuments(parts, { seconds, rounds }))
  await measure('full-pages', () => measureFullPages(parts))
  await measure('encoding', () => measureEncoding(parts))
  await measure('settling', () => measureSettling(parts))
  await measure('blocking', () => measureBlocking(parts))
  await measure('huge-page', () => measureHugePage(parts))
  await measure('video', () => measureVideo(parts, { rounds }))
}
process.exitCode = isGood ? 0 : 1
