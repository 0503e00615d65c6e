import { afterAll, afterEach, beforeAll } from '@jest/globals'
import type { FoundWorker } from '../../src/busy-worker.ts'
import { startFaultWorld, type FaultWorld } from '../../src/fault-world.ts'

const START_TIMEOUT_MS = 120_000
const CHECK_TIMEOUT_MS = 120_000
/** Size of renders that set none. It shows a line of text; a history says nothing about the rest of a picture. */
const SMALL = { width: 400, height: 100 }

/**
 * Starts a fault world for the tests of the enclosing block. After each test it ends all faults and checks the whole
 * history, so that a later check sees what was late at an earlier one; the last check waits for what is late.
 */
export function useFaultWorld(settings: Parameters<typeof startFaultWorld>[0] = {}): FaultWorld {
  const world = {} as FaultWorld
  const parts = new AsyncDisposableStack()
  beforeAll(async () => {
    const started = parts.use(await startFaultWorld(settings))
    const create: FaultWorld['create'] = (options, how) => started.create({ ...SMALL, ...options }, how)
    Object.assign(world, { ...started, create })
    parts.defer(() => world.checkForDuplicates())
    // The gateway caches the key.
    await world.create({ html: 'known' }, { isSync: true })
  }, START_TIMEOUT_MS)
  afterEach(() => world.check(), CHECK_TIMEOUT_MS)
  afterAll(() => parts.disposeAsync(), START_TIMEOUT_MS)
  return world
}

/** Starts a second render worker; returns a list that has both once the tests of the enclosing block begin. */
export function useTwoWorkers(world: FaultWorld): readonly FoundWorker[] {
  const workers: FoundWorker[] = []
  beforeAll(async () => {
    const { stack } = world
    const first = { process: stack.processes['render-worker'], ports: stack.info.ports }
    workers.push(first, await stack.startAnother('render-worker'))
  }, START_TIMEOUT_MS)
  return workers
}
