import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { createBeginGate } from './begin-gate.ts'

const LOOK_MS = 100
const never = new AbortController().signal

beforeEach(() => void jest.useFakeTimers())

/** Two cores that are as idle as the test says. */
function gateOfTwo(cores: { idle: number }) {
  const seen = { idle: 0, all: 0 }
  const read = () => {
    seen.idle += 1000 * cores.idle
    seen.all += 1000
    return { ...seen }
  }
  const gate = createBeginGate({ count: 2, read })
  const begun: Disposable[] = []
  const enter = (signal = never) => gate.enter(signal).then((place) => void begun.push(place))
  return { enter, begun }
}

const enterOften = (times: number, enter: () => Promise<void>) => Array.from({ length: times }, () => enter())

describe('renders beyond two per core begin', () => {
  test.each([
    ['two at a time while all cores are idle', 1, 4 + 2],
    ['one at a time while one of them is', 0.5, 4 + 1],
    ['one at a time while they are now and then', 0.06, 4 + 1],
    ['not while there is something to do on each', 0.04, 4],
  ])('%s', async (_, idle, expected) => {
    const { enter, begun } = gateOfTwo({ idle })
    void enterOften(10, enter)
    await jest.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(4)
    await jest.advanceTimersByTimeAsync(LOOK_MS)
    expect(begun).toHaveLength(expected)
  })

  test('in their order, as others end', async () => {
    const { enter, begun } = gateOfTwo({ idle: 0 })
    const order: number[] = []
    for (const at of [0, 1, 2, 3, 4, 5]) void enter().then(() => order.push(at))
    await jest.advanceTimersByTimeAsync(LOOK_MS)
    begun[0]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(0)
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  test('after three seconds whatever the cores do', async () => {
    const { enter, begun } = gateOfTwo({ idle: 0 })
    void enterOften(6, enter)
    await jest.advanceTimersByTimeAsync(3000 - LOOK_MS)
    expect(begun).toHaveLength(4)
    await jest.advanceTimersByTimeAsync(2 * LOOK_MS)
    expect(begun).toHaveLength(6)
  })

  test('and give way when they end', async () => {
    const cores = { idle: 1 }
    const { enter, begun } = gateOfTwo(cores)
    void enterOften(7, enter)
    await jest.advanceTimersByTimeAsync(LOOK_MS)
    expect(begun).toHaveLength(6)
    cores.idle = 0
    begun[0]![Symbol.dispose]()
    begun[1]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(LOOK_MS)
    expect(begun).toHaveLength(6)
    begun[2]![Symbol.dispose]()
    await jest.advanceTimersByTimeAsync(0)
    expect(begun).toHaveLength(7)
  })
})

test('one that is taken back does not begin, and those behind it do', async () => {
  const cores = { idle: 0 }
  const { enter, begun } = gateOfTwo(cores)
  void enterOften(4, enter)
  const leaving = new AbortController()
  const left = enter(leaving.signal)
  void enter()
  await jest.advanceTimersByTimeAsync(0)
  leaving.abort(new Error('cancelled'))
  await expect(left).rejects.toThrow('cancelled')
  begun[0]![Symbol.dispose]()
  await jest.advanceTimersByTimeAsync(0)
  expect(begun).toHaveLength(5)
  await expect(enter(leaving.signal)).rejects.toThrow('cancelled')
})

test('nobody is held up where the system does not tell what its cores do', async () => {
  const gate = createBeginGate({ count: 1, read: () => undefined })
  const places = Array.from({ length: 3 }, () => gate.enter(never))
  await jest.advanceTimersByTimeAsync(LOOK_MS)
  await Promise.all(places)
})
