import { describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@render/testkit'
import { someRender, startLoad } from '../../src/start-load.ts'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const SECONDS = 600

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('connections', () => {
  const world = useFaultWorld({ random: seededRandom(43) })

  test('X43 reset at random, one in a thousand chunks', async () => {
    const random = seededRandom(4343)
    for (const link of Object.values(world.stack.links).flatMap((links) => Object.values(links)))
      link.poison({ resetShare: 0.001 })
    const load = startLoad(2, () =>
      world.create(someRender(random, world.origin.url), { isSync: random() < 0.5 }),
    )
    await sleep(SECONDS * 1000)
    await load.stop()
    const accepted = world.history.requested.filter(({ answer }) => answer === 'accepted')
    expect(accepted.length).toBeGreaterThan(world.history.requested.length / 2)
  }, 780_000)
})
