import { describe, test } from '@jest/globals'
import { freeze } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 240_000

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('two instances of a service', () => {
  const world = useFaultWorld()

  test(
    'X40 of management and of the dispatcher, the first ones frozen for a while',
    async () => {
      const others = [
        await world.stack.startAnother('management'),
        await world.stack.startAnother('webhook-dispatcher'),
      ]
      const create = (at: number) => world.create({ html: `number ${at}` })
      await Promise.all(Array.from({ length: 10 }, (_, at) => create(at)))
      {
        using _management = freeze(world.stack.processes.management.identity!.pid)
        using _dispatcher = freeze(world.stack.processes['webhook-dispatcher'].identity!.pid)
        await Promise.all(Array.from({ length: 10 }, (_, at) => create(at)))
        // Longer than their locks last. A frozen transaction may keep the others from finishing before.
        await sleep(12_000)
      }
      await world.check()
      for (const { process } of others) await process.stop()
    },
    TIMEOUT_MS,
  )
})
