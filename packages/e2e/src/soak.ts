// `npm run soak`: runs the stack at 60 % of its capacity for SOAK_MINUTES, with one hostile page in twenty, and kills
// browsers, proxies, servers and a second worker at random. Fails when resources grow. SOAK_SEED repeats a run.
import { collectGarbage, seededRandom } from '@render/testkit'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker, killIfAny } from './below-worker.ts'
import { startFaultWorld } from './fault-world.ts'
import { countOf, judgeGrowth, slopeOf, type Counts, type Sample } from './judge-growth.ts'
import { countResources, measureMemory } from './measure-stack.ts'
import { pick } from './pick.ts'
import { someRender, startLoad } from './start-load.ts'

const SHARE_OF_PEAK = 0.6
const HOSTILE_SHARE = 0.05
const PEAK_MS = 20_000
/** Render slots of two workers together. */
const ALL_SLOTS = 8
const SAMPLE_MS = 10_000
const MAX_BETWEEN_KILLS_MS = 60_000
/** Time within which hostile pages time out and idle browsers are closed. */
const REST_MS = 45_000
/** Time within which a killed browser is detected. */
const DETECTION_MS = 5000
const CHECK_MS = 300_000
/** A worker may temporarily have one more browser that finishes its last renders; a leak shows in every count. */
const MAX_COUNTS = 4

const minutes = Number(process.env.SOAK_MINUTES ?? 30)
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const services = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
const random = seededRandom(seed)
const killing = seededRandom(seed + 1)

// A temporary folder for this run, so that leftovers are this run's. Browsers run as users of their own, hence 0711.
using folder = mkdtempDisposableSync(join(tmpdir(), 'soak-'))
chmodSync(folder.path, 0o711)
process.env.TMPDIR = folder.path

await using world = await startFaultWorld({
  nodeArguments: Object.fromEntries(
    services.map((service) => [service, ['--expose-gc', '--import', collectGarbage]]),
  ),
})
const { stack, origin } = world
const second = await stack.startAnother('render-worker')
const hostile = ['/loops-forever', '/loops-after-load', '/never-answers', '/never-ends', '/redirect-loop']
const request = () =>
  random() < HOSTILE_SHARE
    ? { url: origin.url + pick(random, hostile), timeout: 5000 }
    : someRender(random, origin.url)

const perSecond = SHARE_OF_PEAK * (await measurePeak())
// New browsers, so that none is about to be replaced when they are counted.
killBelowWorker(stack, 'browsers')
await sleep(DETECTION_MS)
const before = await countAtRest()
console.log(
  `Soak test for ${minutes} min at ${perSecond.toFixed(2)} renders per second; repeat it with SOAK_SEED=${seed}`,
)

const samples: Sample[] = []
const begunMs = performance.now()
const elapsedMs = () => performance.now() - begunMs
const over = new AbortController()
const load = startLoad(perSecond, () => world.create(request(), { isSync: random() < 0.3 }))
const kills = killAtRandom(over.signal)
while (elapsedMs() < minutes * 60_000) {
  await sleep(SAMPLE_MS)
  const sample = { minute: elapsedMs() / 60_000, ...(await measureMemory(stack)) }
  samples.push(sample)
  const memory = services.map(
    (name) => `${name} ${sample.resident[name]!.toFixed(0)} MB (${sample.heap[name]!.toFixed(1)})`,
  )
  console.log(`${sample.minute.toFixed(1).padStart(6)} min  ${memory.join(', ')}`)
}
over.abort()
await Promise.all([kills, load.stop()])

const problems: string[] = []
const note = (error: Error) => void problems.push(...error.message.split('\n'))
await world
  .check(CHECK_MS)
  .then(() => world.checkForDuplicates())
  .catch(note)
let after = await countAtRest()
for (let count = 1; count < MAX_COUNTS && judgeGrowth([], before, after).length > 0; count++)
  after = await countAtRest()
for (const name of services)
  console.log(
    `memory of ${name}: ${slopeOf(samples, 'resident', name).toFixed(2)} MB per minute, its heap ${slopeOf(samples, 'heap', name).toFixed(2)}`,
  )
for (const [name, found] of Object.entries(after))
  console.log(`${name}: ${countOf(before[name])} before, ${countOf(found)} after`)
console.log(`${world.history.requested.length} renders requested`)
problems.push(...judgeGrowth(samples, before, after))
// The test killed none of these.
for (const name of services) if (stack.processes[name].starts > 1) problems.push(`${name} crashed`)
for (const problem of problems) console.error(problem)
console.log(
  problems.length > 0 ? `Soak test failed; SOAK_SEED=${seed}` : 'Nothing grew and nothing was lost.',
)
process.exitCode = problems.length > 0 ? 1 : 0

/** Returns renders per second at full load. */
async function measurePeak(): Promise<number> {
  const end = performance.now() + PEAK_MS
  let made = 0
  const renderUntilEnd = async () => {
    while (performance.now() < end) {
      const { answer } = await world.create(someRender(random, origin.url), { isSync: true })
      if (answer === 'accepted') made++
    }
  }
  await Promise.all(Array.from({ length: ALL_SLOTS }, renderUntilEnd))
  return (made * 1000) / PEAK_MS
}

/** Counts resources after each worker has rendered and become idle: one used browser and one warm one each. */
async function countAtRest(): Promise<Counts> {
  const make = () => world.create({ html: 'x', delay: 2000 }, { isSync: true })
  await Promise.all(Array.from({ length: ALL_SLOTS }, make))
  await sleep(REST_MS)
  return countResources(stack)
}

/** Kills at random, but none of the measured processes. */
async function killAtRandom(signal: AbortSignal): Promise<void> {
  const targets: Record<string, () => void> = {
    browsers: () => void killIfAny(stack, 'browsers'),
    renderers: () => void killIfAny(stack, 'renderers'),
    'the egress proxy': () => void killIfAny(stack, 'egress proxy'),
    'the second worker': () => second.process.kill('SIGKILL'),
    redis: () => stack.processes.redis!.kill('SIGKILL'),
    postgres: () => stack.processes.postgres!.kill('SIGKILL'),
  }
  while (!signal.aborted) {
    await sleep(killing() * MAX_BETWEEN_KILLS_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const name = pick(killing, Object.keys(targets))
    console.log(`            ${name} killed`)
    targets[name]!()
  }
}
