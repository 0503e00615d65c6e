// Runs random faults under a steady load for FAULTS_SECONDS, then checks the history. FAULTS_SEED repeats a schedule.
import { randomInt } from 'node:crypto'
import { seededRandom } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultWorld } from './fault-world.ts'
import { faults } from './faults.ts'
import type { RequestedRender } from './history.ts'
import { pick } from './pick.ts'
import { someRender, startLoad } from './start-load.ts'

const PER_SECOND = 1
const MAX_PAUSE_MS = 3000
const CHECK_MS = 240_000

const seconds = Number(process.env.FAULTS_SECONDS ?? 120)
const seed = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31))
console.log(`Random faults for ${seconds} s; repeat them with FAULTS_SEED=${seed}`)

const random = seededRandom(seed)
const requests = seededRandom(seed + 1)
await using world = await startFaultWorld({ random: seededRandom(seed + 2) })
const load = startLoad(PER_SECOND, () =>
  world.create(someRender(requests, world.origin.url), { isSync: requests() < 0.3 }),
)
const begunMs = performance.now()
const elapsed = () => (performance.now() - begunMs) / 1000
while (elapsed() < seconds) {
  const name = pick(random, Object.keys(faults))
  console.log(`${elapsed().toFixed(1).padStart(6)} s  ${name}`)
  await faults[name]!(world, random)
  await sleep(random() * MAX_PAUSE_MS)
}
await load.stop()

const { requested } = world.history
const count = (answer: RequestedRender['answer']) =>
  requested.filter((render) => render.answer === answer).length
console.log(
  `${requested.length} renders requested: ${count('accepted')} accepted, ${count('refused')} refused, ${count('unknown')} without a response, ${count('broken')} broken`,
)
try {
  await world.check(CHECK_MS)
  await world.checkForDuplicates()
  console.log('Every accepted render finished exactly once.')
} catch (error) {
  console.error(`${error instanceof Error ? error.message : String(error)}\nFAULTS_SEED=${seed}`)
  process.exitCode = 1
}
