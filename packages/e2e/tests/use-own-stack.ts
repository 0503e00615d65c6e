import { afterAll, beforeAll } from '@jest/globals'
import type { StackOptions } from '@render/local'
import { startOrigin, startTestStack, type Origin, type TestStack } from '@render/testkit'

/** A whole stack and a site that it may render, for tests that stop processes or need settings of their own. */
export interface OwnWorld {
  readonly stack: TestStack
  readonly origin: Origin
}

const START_TIMEOUT_MS = 120_000

/** Starts both before the tests of the enclosing block and stops them afterwards. */
export function useOwnStack(options?: StackOptions): OwnWorld {
  const world = {} as { stack: TestStack; origin: Origin }
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    world.origin = parts.use(await startOrigin())
    world.stack = parts.use(await startTestStack(options))
  }, START_TIMEOUT_MS)
  afterAll(() => parts.disposeAsync(), START_TIMEOUT_MS)
  return world
}
