import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { startFaultWorld, type FaultWorld } from '../src/fault-world.ts'

const START_TIMEOUT_MS = 120_000
const CHECK_TIMEOUT_MS = 120_000

/**
 * A world for the tests of the enclosing block. After each of them its faults are ended, and all that was ever asked of
 * the world is checked.
 */
export function useFaultWorld(settings: Parameters<typeof startFaultWorld>[0] = {}): FaultWorld {
  const world = {} as FaultWorld
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    Object.assign(world, parts.use(await startFaultWorld(settings)))
    // So that the gateway knows the key.
    await world.create({ html: 'known' }, { isSync: true })
  }, START_TIMEOUT_MS)
  afterEach(() => world.check(), CHECK_TIMEOUT_MS)
  afterAll(() => parts.disposeAsync(), START_TIMEOUT_MS)
  return world
}
