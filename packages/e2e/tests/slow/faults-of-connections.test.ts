import { describe, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '../../src/seeded-random.ts'
import { someRender, startLoad } from '../../src/start-load.ts'
import { useFaultWorld } from '../use-fault-world.ts'

const SECONDS = 600

/** Each test ends with a check of all that was asked for: see `use-fault-world.ts`. */
describe('connections', () => {
  const world = useFaultWorld({ random: seededRandom(43) })

  test('X43 reset at random, one piece in a thousand on all of them', async () => {
    const random = seededRandom(4343)
    for (const link of Object.values(world.stack.links).flatMap((links) => Object.values(links)))
      link.poison({ resetShare: 0.001 })
    const load = startLoad(2, () =>
      world.create(someRender(random, world.origin.url), { isSync: random() < 0.5 }),
    )
    await sleep(SECONDS * 1000)
    await load.stop()
    const accepted = world.history.asked.filter(({ answer }) => answer === 'accepted')
    expect(accepted.length).toBeGreaterThan(world.history.asked.length / 2)
  }, 780_000)
})
