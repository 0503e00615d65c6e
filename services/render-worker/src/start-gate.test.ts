import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createStartGate } from './start-gate.ts'

const INTERVAL_MS = 100
const never = new AbortController().signal

beforeEach(() => void jest.useFakeTimers())

/** Creates a gate for two cores that are as idle as `cores` says. */
function gateOnTwoCores(cores: { idle: number }) {
  const times = { idle: 0, all: 0 }
  const read = () => {
    times.idle += 1000 * cores.idle
    times.all += 1000
    return { ...times }
  }
  const gate = createStartGate({ count: 2, read })
  const started: Disposable[] = []
  const enter = (signal = never, projectId = 'noisy') =>
    gate.enter(projectId, signal).then((slot) => void started.push(slot))
  return { enter, started }
}

const enterTimes = (times: number, enter: () => Promise<void>) => Array.from({ length: times }, () => enter())

describe('renders beyond two per core start', () => {
  test.each([
    ['two at a time while all cores are idle', 1, 4 + 2],
    ['one at a time while one core is idle', 0.5, 4 + 1],
    ['one at a time while cores are idle now and then', 0.06, 4 + 1],
    ['not at all while the cores are saturated', 0.04, 4],
  ])('%s', async (_, idle, expected) => {
    const { enter, started } = gateOnTwoCores({ idle })
    void enterTimes(10, enter)
    await jest.advanceTimersByTimeAsync(0)
    expect(started).toHaveLength(4)
    await jest.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(started).toHaveLength(expected)
  })

  test('in order of arrival, when others end', async () => {
    const { enter, started } = gateOnTwoCores({ idle: 0 })
    const order: number[] = []
    for (const index of [0, 1, 2, 3, 4, 5]) void enter().then(() => order.push(index))
    await jest.advanceTimersByTimeAsync(INTERVAL_MS)
    started[0]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(0)
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('first of the project with the fewest running, when others end', async () => {
    const { enter, started } = gateOnTwoCores({ idle: 0 })
    const order: string[] = []
    const enterAs = (projectId: string) => void enter(never, projectId).then(() => order.push(projectId))
    for (const project of ['noisy', 'noisy', 'noisy', 'noisy', 'noisy', 'noisy', 'quiet', 'quiet'])
      enterAs(project)
    await jest.advanceTimersByTimeAsync(INTERVAL_MS)
    for (const slot of started.slice(0, 3)) slot[Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(0)
    expect(order.slice(4)).toEqual(['quiet', 'quiet', 'noisy'])
  })

  test('after three seconds at any CPU load', async () => {
    const { enter, started } = gateOnTwoCores({ idle: 0 })
    void enterTimes(6, enter)
    await jest.advanceTimersByTimeAsync(3000 - INTERVAL_MS)
    expect(started).toHaveLength(4)
    await jest.advanceTimersByTimeAsync(2 * INTERVAL_MS)
    expect(started).toHaveLength(6)
  })

  test('only once fewer than two per core run, when the cores became saturated', async () => {
    const cores = { idle: 1 }
    const { enter, started } = gateOnTwoCores(cores)
    void enterTimes(7, enter)
    await jest.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(started).toHaveLength(6)
    cores.idle = 0
    started[0]![Symbol.dispose]()
    started[1]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(INTERVAL_MS)
    expect(started).toHaveLength(6)
    started[2]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(0)
    expect(started).toHaveLength(7)
  })
})

test('an aborted render does not start, and does not block those behind it', async () => {
  const cores = { idle: 0 }
  const { enter, started } = gateOnTwoCores(cores)
  void enterTimes(4, enter)
  const leaving = new AbortController()
  const left = enter(leaving.signal)
  void enter()
  await jest.advanceTimersByTimeAsync(0)
  leaving.abort(new Error('cancelled'))
  await expect(left).rejects.toThrow('cancelled')
  started[0]![Symbol.dispose]()
  await jest.advanceTimersByTimeAsync(0)
  expect(started).toHaveLength(5)
  await expect(enter(leaving.signal)).rejects.toThrow('cancelled')
})

test('starts all renders where the system does not report CPU times', async () => {
  const gate = createStartGate({ count: 1, read: () => undefined })
  const started = Array.from({ length: 3 }, () => gate.enter('any', never))
  await jest.advanceTimersByTimeAsync(INTERVAL_MS)
  await Promise.all(started)
})
