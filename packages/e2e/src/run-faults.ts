// Faults at random under a steady load, then the check. FAULTS_SECONDS says for how long, FAULTS_SEED repeats a schedule.
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultWorld } from './fault-world.ts'
import { faults } from './faults.ts'
import { pick, seededRandom } from './seeded-random.ts'
import { someRender, startLoad } from './start-load.ts'

const PER_SECOND = 1
const LONGEST_PAUSE_MS = 3000
const CHECK_MS = 240_000

const seconds = Number(process.env.FAULTS_SECONDS ?? 120)
const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31))
console.log(`Faults at random for ${seconds} s; FAULTS_SEED=${seed} repeats them`)

const random = seededRandom(seed)
const asking = seededRandom(seed + 1)
await using world = await startFaultWorld({ random: seededRandom(seed + 2) })
const load = startLoad(PER_SECOND, () =>
  world.create(someRender(asking, world.origin.url), { isSync: asking() < 0.3 }),
)
const begunMs = performance.now()
const elapsed = () => (performance.now() - begunMs) / 1000
while (elapsed() < seconds) {
  const name = pick(random, Object.keys(faults))
  console.log(`${elapsed().toFixed(1).padStart(6)} s  ${name}`)
  await faults[name]!(world, random)
  await sleep(random() * LONGEST_PAUSE_MS)
}
await load.stop()

const { asked } = world.history
const count = (answer: string) => asked.filter((render) => render.answer === answer).length
console.log(
  `${asked.length} renders asked for: ${count('accepted')} accepted, ${count('refused')} refused, ${count('unknown')} without an answer`,
)
try {
  await world.check(CHECK_MS)
  console.log('All that was accepted is finished, once.')
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\nFAULTS_SEED=${seed}`)
  process.exitCode = 1
}
