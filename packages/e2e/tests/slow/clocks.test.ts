import { describe, expect, test } from '@jest/globals'
import { shiftClock, until } from '@render/testkit'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
const HOUR_MS = 3_600_000
const cases = SERVICES.flatMap((service) => [HOUR_MS, -HOUR_MS].map((shiftMs) => [service, shiftMs] as const))

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('a wrong clock', () => {
  const shifts: Partial<Record<string, number>> = {}
  const world = useFaultWorld({
    nodeArguments: Object.fromEntries(SERVICES.map((service) => [service, ['--import', shiftClock]])),
    adjustEnvironment: (service, environment) => ({
      ...environment,
      CLOCK_SHIFT_MS: String(shifts[service] ?? 0),
    }),
  })

  test.each(cases)(
    'X38 of %s, by %d ms, changes no duration and shifts event times only by its skew',
    async (service, shiftMs) => {
      shifts[service] = shiftMs
      const { processes } = world.stack
      await processes[service].stop()
      await processes[service].start()
      const before = world.catcher.caught.length
      const beganMs = performance.now()
      const renders = [1, 2].map(() => world.create({ html: 'x', delay: 300 }, { isSync: true }))
      for (const { status } of await Promise.all(renders)) expect(status).toBe(200)
      expect(performance.now() - beganMs).toBeLessThan(60_000)
      const event = await until(() => world.catcher.caught[before])
      const skewMs = Number(event.headers['webhook-timestamp']) * 1000 - Date.now()
      const expected = service === 'webhook-dispatcher' ? shiftMs : 0
      expect(Math.abs(skewMs - expected)).toBeLessThan(60_000)
      const { result } = JSON.parse(event.body) as { result: { renderTime: number } }
      expect(result.renderTime).toBeLessThan(60_000)

      shifts[service] = 0
      await processes[service].stop()
      await processes[service].start()
    },
    120_000,
  )
})
