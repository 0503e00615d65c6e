// `npm run soak`: a load of 60 % of what the stack can do, one page in twenty hostile, and browsers, proxies, servers and
// a second worker that die at random; fails when anything grows. SOAK_MINUTES says for how long, SOAK_SEED repeats a run.
import { collectGarbage } from '@render/testkit'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker } from './below-worker.ts'
import { startFaultWorld } from './fault-world.ts'
import { countOf, judgeGrowth, slopeOf, type Counts, type Sample } from './judge-growth.ts'
import { countThings, measureMemory } from './measure-stack.ts'
import { pick, seededRandom } from './seeded-random.ts'
import { someRender, startLoad } from './start-load.ts'

const SHARE_OF_PEAK = 0.6
const HOSTILE_SHARE = 0.05
const PEAK_MS = 20_000
/** As many renders as two workers make at once. */
const ALL_SLOTS = 8
const SAMPLE_MS = 10_000
const LONGEST_BETWEEN_KILLS_MS = 60_000
/** What hostile pages hold on to ends by then, and browsers that nobody needs. */
const REST_MS = 45_000
/** A death is noticed by then. */
const DEATH_MS = 5000
const CHECK_MS = 300_000
/** By chance a worker has one browser more, which makes its last renders. What has leaked is there each time. */
const MOST_LOOKS = 4

const minutes = Number(process.env.SOAK_MINUTES ?? 30)
const seed = Number(process.env.SOAK_SEED ?? randomInt(2 ** 31))
const services = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
const random = seededRandom(seed)
const killing = seededRandom(seed + 1)

// Of this run alone, so that what is left there tells. Browsers have users of their own.
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
// So that none of those that are counted is about to be replaced.
killBelowWorker(stack, 'browsers')
await sleep(DEATH_MS)
const before = await countAtRest()
console.log(
  `Soaking for ${minutes} min at ${perSecond.toFixed(2)} renders a second; SOAK_SEED=${seed} repeats it`,
)

const samples: Sample[] = []
const begunMs = performance.now()
const elapsedMs = () => performance.now() - begunMs
const over = new AbortController()
const load = startLoad(perSecond, () => world.create(request(), { isSync: random() < 0.3 }))
const kills = killAtRandom(over.signal)
while (elapsedMs() < minutes * 60_000) {
  await sleep(SAMPLE_MS)
  const sample = { minute: elapsedMs() / 60_000, megabytes: await measureMemory(stack) }
  samples.push(sample)
  const memory = Object.entries(sample.megabytes).map(
    ([name, megabytes]) => `${name} ${megabytes.toFixed(0)} MB`,
  )
  console.log(`${sample.minute.toFixed(1).padStart(6)} min  ${memory.join(', ')}`)
}
over.abort()
await Promise.all([kills, load.stop()])

const problems: string[] = []
await world.check(CHECK_MS).catch((error: Error) => problems.push(...error.message.split('\n')))
let after = await countAtRest()
for (let look = 1; look < MOST_LOOKS && judgeGrowth([], before, after).length > 0; look++)
  after = await countAtRest()
for (const name of services)
  console.log(`memory of ${name}: ${slopeOf(samples, name).toFixed(2)} MB a minute`)
for (const [name, found] of Object.entries(after))
  console.log(`${name}: ${countOf(before[name])} before, ${countOf(found)} after`)
console.log(`${world.history.asked.length} renders asked for`)
problems.push(...judgeGrowth(samples, before, after))
// None of them was killed.
for (const name of services) if (stack.processes[name].starts > 1) problems.push(`${name} died`)
for (const problem of problems) console.error(problem)
console.log(
  problems.length > 0 ? `Not as it should be; SOAK_SEED=${seed}` : 'Nothing grew, and nothing was lost.',
)
process.exitCode = problems.length > 0 ? 1 : 0

/** Renders a second, when there is always one to make. */
async function measurePeak(): Promise<number> {
  const end = performance.now() + PEAK_MS
  let made = 0
  const makeSome = async () => {
    while (performance.now() < end) {
      const { answer } = await world.create(someRender(random, origin.url), { isSync: true })
      if (answer === 'accepted') made++
    }
  }
  await Promise.all(Array.from({ length: ALL_SLOTS }, makeSome))
  return (made * 1000) / PEAK_MS
}

/** What there is once each worker has made renders and rested: a browser that has made them, and a warm one. */
async function countAtRest(): Promise<Counts> {
  const make = () => world.create({ html: 'x', delay: 2000 }, { isSync: true })
  await Promise.all(Array.from({ length: ALL_SLOTS }, make))
  await sleep(REST_MS)
  return countThings(stack)
}

/** Nothing that is measured dies itself. */
async function killAtRandom(signal: AbortSignal): Promise<void> {
  const deaths: Record<string, () => void> = {
    browsers: () => killBelowWorker(stack, 'browsers'),
    renderers: () => killBelowWorker(stack, 'renderers'),
    'the egress proxy': () => killBelowWorker(stack, 'egress proxy'),
    'the second worker': () => second.process.kill('SIGKILL'),
    redis: () => stack.processes.redis!.kill('SIGKILL'),
    postgres: () => stack.processes.postgres!.kill('SIGKILL'),
  }
  while (!signal.aborted) {
    await sleep(killing() * LONGEST_BETWEEN_KILLS_MS, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    const name = pick(killing, Object.keys(deaths))
    console.log(`            ${name} killed`)
    deaths[name]!()
  }
}
