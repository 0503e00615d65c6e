import { describe, expect, test } from '@jest/globals'
import { sendRequest, startHeldSite, type ApiResponse } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker, killDuring } from '../../src/below-worker.ts'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 180_000
const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('an accepted render finishes', () => {
  const world = useFaultWorld()

  /** Creates two running renders, one of them with an event; the caller releases their page. */
  async function beginHeld() {
    const site = await startHeldSite('<img src="/held">')
    for (const tag of ['first', 'second']) await world.create({ url: site.url, tag })
    await site.requested
    return site
  }

  test(
    'X34 when the gateway is killed: waiting clients are disconnected and the render continues',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      const waiting = world.create({ url: site.url }, { isSync: true })
      await site.requested
      world.stack.processes.gateway.kill('SIGKILL')
      expect((await waiting).answer).toBe('unknown')
      await world.stack.processes.gateway.ready()
      site.release()
      await world.check()
    },
    TIMEOUT_MS,
  )

  test(
    'X34 another gateway continues the wait of a killed one',
    async () => {
      const { processes, startAnother } = world.stack
      const another = await startAnother('gateway')
      await using site = await startHeldSite('<img src="/held">')
      const sentOn = await world.create({ url: site.url, redirect_after: 1 }, { isSync: true })
      expect(sentOn).toMatchObject({ status: 307, answer: 'accepted' })
      await processes.gateway.stop({ signal: 'SIGKILL' })
      site.release()
      let answer: ApiResponse
      let next = sentOn.redirectUrl!
      do {
        const url = new URL(next)
        url.port = String(another.ports.gateway)
        answer = await sendRequest(url.href)
        next = answer.headers.get('location')!
      } while (answer.status === 307)
      expect([answer.status, answer.body.renderId]).toEqual([200, sentOn.renderId])
      await processes.gateway.start()
      await another.process.stop()
    },
    TIMEOUT_MS,
  )

  test(
    'when the dispatcher is killed and stays down',
    async () => {
      await world.stack.processes['webhook-dispatcher'].stop({ signal: 'SIGKILL' })
      for (const html of ['first', 'second']) await world.create({ html })
    },
    TIMEOUT_MS,
  )

  test(
    'when management is killed and stays down: known keys still work, record and event follow',
    async () => {
      await world.stack.processes.management.stop({ signal: 'SIGKILL' })
      const before = world.catcher.caught.length
      for (const at of [1, 2])
        expect((await world.create({ html: `number ${at}` }, { isSync: true })).status).toBe(200)
      // An event without a record would be sent as soon as its render has ended.
      await sleep(500)
      expect(world.catcher.caught).toHaveLength(before)
    },
    TIMEOUT_MS,
  )

  test.each(['browsers', 'egress proxy'] as const)(
    'when processes of the worker are killed: %s',
    async (what) => {
      await using site = await beginHeld()
      killBelowWorker(world.stack, what)
      site.release()
      await world.check()
    },
    TIMEOUT_MS,
  )

  test(
    'X05 when each of its renderers is killed: it fails, and the next render succeeds',
    async () => {
      await using site = await startHeldSite('<img src="/held">')
      const making = world.create({ url: site.url }, { isSync: true })
      expect((await killDuring(world.stack, 'renderers', making)).status).toBe(500)
      expect((await world.create({ html: 'x' }, { isSync: true })).status).toBe(200)
    },
    TIMEOUT_MS,
  )

  test.each(SERVICES)(
    'when %s is stopped and started',
    async (service) => {
      await using site = await beginHeld()
      // A worker finishes what it renders before it stops.
      const stopping = world.stack.processes[service].stop()
      site.release()
      await stopping
      await world.stack.processes[service].start()
      await world.check()
    },
    TIMEOUT_MS,
  )
})
