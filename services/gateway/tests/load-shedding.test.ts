import { afterEach, expect, jest, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
import { monitorLoad } from '../src/make/load-shedding.ts'

const FREE = 'used_memory:1\r\nmaxmemory:100\r\n'

afterEach(() => {
  jest.useRealTimers()
})

/** Watches resources of which there are enough; counts how often it looks. */
async function monitor(eventLoopMs = 0) {
  const looks = { count: 0 }
  const load = await monitorLoad({
    redis: { info: async () => FREE } as unknown as Parameters<typeof monitorLoad>[0]['redis'],
    store: {
      async health() {
        looks.count += 1
        return { freeShare: 1 }
      },
    },
    limits: { freeMemoryPercent: 0, freeDiskPercent: 1, eventLoopMs },
    log: { warn: () => {} },
  })
  return { load, looks }
}

/** Keeps this process from doing anything else, without using a core. */
const block = (ms: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

test('renders are refused while the event loop is late, and not after that', async () => {
  const { load } = await monitor(300)
  using _ = load
  expect(load.hasResources()).toBe(true)
  while (load.hasResources()) {
    block(1000)
    await sleep(20)
  }
  while (!load.hasResources()) await sleep(100)
}, 40_000)

test('resources are checked every second while renders are asked for, and each five seconds otherwise', async () => {
  jest.useFakeTimers()
  const { load, looks } = await monitor()
  using _ = load
  await jest.advanceTimersByTimeAsync(60_000)
  expect(looks.count).toBeLessThanOrEqual(13)
  looks.count = 0
  for (let at = 0; at < 60; at++) {
    load.hasResources()
    await jest.advanceTimersByTimeAsync(1000)
  }
  expect(looks.count).toBeGreaterThanOrEqual(60)
})
