import { afterAll, afterEach, beforeAll } from '@jest/globals'
import { startWorld, type World } from './start-world.ts'

/**
 * Starts a world for the tests of the enclosing block. After each test its workers get their default behaviour back.
 */
export function useWorld(overrides?: Record<string, string>): World {
  const world = {} as World
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    Object.assign(world, parts.use(await startWorld(overrides)))
  })
  afterEach(() => {
    world.work.render = world.succeed
    world.work.renderBatch = world.succeed
  })
  afterAll(() => parts.disposeAsync())
  return world
}
