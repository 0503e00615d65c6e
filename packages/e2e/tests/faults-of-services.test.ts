import { describe, expect, test } from '@jest/globals'
import { ask, until, type Answer } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker } from '../src/below-worker.ts'
import { faults } from '../src/faults.ts'
import { seededRandom } from '../src/seeded-random.ts'
import { useFaultWorld } from './use-fault-world.ts'

const TIMEOUT_MS = 180_000
const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const

/** Each test ends with a check of all that was asked for: see `use-fault-world.ts`. */
describe('an accepted render is finished', () => {
  const world = useFaultWorld()

  /** Renders that are under way, one of them with an event that is wanted. */
  async function beginSlow(delay = 2000): Promise<void> {
    const path = `/late/${world.history.asked.length}/red`
    for (const each of [path, '/red']) await world.create({ url: `${world.origin.url}${each}`, delay })
    await until(() => world.origin.seen.some((request) => request.path === path))
  }

  test(
    'X34 when the gateway is killed: who waited is cut off, and the render goes on',
    async () => {
      const path = `/late/${world.history.asked.length}/red`
      const waiting = world.create({ url: `${world.origin.url}${path}`, delay: 3000 }, { isSync: true })
      await until(() => world.origin.seen.some((request) => request.path === path))
      world.stack.processes.gateway.kill('SIGKILL')
      expect((await waiting).answer).toBe('unknown')
      await world.stack.processes.gateway.ready()
    },
    TIMEOUT_MS,
  )

  test(
    'X34 another gateway goes on with the wait of one that was killed',
    async () => {
      const { processes, startAnother } = world.stack
      const another = await startAnother('gateway')
      const options = { url: `${world.origin.url}/red`, delay: 4000, redirect_after: 1 }
      const sentOn = await world.create(options, { isSync: true })
      expect(sentOn).toMatchObject({ status: 307, answer: 'accepted' })
      await processes.gateway.stop({ signal: 'SIGKILL' })
      let answer: Answer
      let next = sentOn.redirectUrl!
      do {
        const url = new URL(next)
        url.port = String(another.ports.gateway)
        answer = await ask(url.href)
        next = answer.headers.get('location')!
      } while (answer.status === 307)
      expect([answer.status, answer.body.renderId]).toEqual([200, sentOn.renderId])
      await processes.gateway.start()
      await another.process.stop()
    },
    TIMEOUT_MS,
  )

  test(
    'when the dispatcher is killed and away',
    async () => {
      await world.stack.processes['webhook-dispatcher'].stop({ signal: 'SIGKILL' })
      await beginSlow(0)
    },
    TIMEOUT_MS,
  )

  test(
    'when management is killed and away: a known key goes on, record and event follow',
    async () => {
      await world.stack.processes.management.stop({ signal: 'SIGKILL' })
      const before = world.catcher.caught.length
      for (const at of [1, 2])
        expect((await world.create({ html: `number ${at}` }, { isSync: true })).status).toBe(200)
      await sleep(3000)
      expect(world.catcher.caught).toHaveLength(before)
    },
    TIMEOUT_MS,
  )

  test(
    'when the browser is killed',
    async () => {
      await beginSlow()
      killBelowWorker(world.stack, 'browsers')
    },
    TIMEOUT_MS,
  )

  test(
    'when the egress proxy is killed',
    async () => {
      await beginSlow()
      killBelowWorker(world.stack, 'egress proxy')
    },
    TIMEOUT_MS,
  )

  test(
    'X05 when every renderer that it gets is killed: it fails, and the next render is made',
    async () => {
      const making = world.create({ html: 'x', delay: 5000 }, { isSync: true })
      const killing = setInterval(() => killBelowWorker(world.stack, 'renderers'), 200)
      const { status } = await making.finally(() => clearInterval(killing))
      expect(status).toBe(500)
      expect((await world.create({ html: 'x' }, { isSync: true })).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  test.each(SERVICES)(
    'when %s is asked to stop, and started again',
    async (service) => {
      await beginSlow()
      await world.stack.processes[service].stop()
      await world.stack.processes[service].start()
    },
    TIMEOUT_MS,
  )

  // Seen to fail, as X13 is, without the append-only file of Redis.
  test(
    'X44 when all is killed at once, and started again in any order',
    async () => {
      await beginSlow()
      await faults['power cut']!(world, seededRandom(44))
    },
    TIMEOUT_MS,
  )
})
