import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { eventLoopTurns } from '@render/testkit'
import { realTime } from '../page-time/page-time.ts'
import { trackConnections } from './track-connections.ts'

type Tracked = Parameters<typeof trackConnections>[0]

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] })
})
afterEach(() => {
  jest.useRealTimers()
})

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms).then(eventLoopTurns)

function tracked() {
  const page = new EventEmitter()
  /** The replies of the page to the command that follows all its reports. */
  const answers: (() => unknown)[] = []
  const session = { send: async () => answers.shift()?.() }
  const network = trackConnections({
    page,
    session,
    time: realTime,
    awaitEvents: session.send,
  } as unknown as Tracked)
  const open = (...requests: string[]) => requests.map((request) => page.emit('request', request))
  const close = (request: string, event = 'requestfinished') => page.emit(event, request)
  return { page, answers, network, open, close }
}

describe('a network', () => {
  test('is quiet after half a second without a connection', async () => {
    const { network } = tracked()
    const quiet = network.quiet(0, 5000)
    await pass(499)
    await expect(isPending(quiet)).resolves.toBe(true)
    await pass(1)
    expect(await quiet).toBe(true)
  })

  test('is not quiet while more connections are open than allowed, finished or failed', async () => {
    const { network, open, close } = tracked()
    open('a', 'b', 'c')
    const quiet = network.quiet(1, 60_000)
    await pass(2000)
    close('a')
    await pass(2000)
    expect(await isPending(quiet)).toBe(true)
    close('b', 'requestfailed')
    await pass(500)
    expect(await quiet).toBe(true)
  })

  test('must be quiet without interruption', async () => {
    const { network, open, close } = tracked()
    const quiet = network.quiet(0, 60_000)
    for (let round = 0; round < 5; round++) {
      await pass(400)
      open('a')
      close('a')
    }
    await pass(499)
    expect(await isPending(quiet)).toBe(true)
    await pass(1)
    expect(await quiet).toBe(true)
  })

  test('is not quiet when the page has reported a request that arrives late', async () => {
    const { network, answers, open, close } = tracked()
    answers.push(() => void open('a'))
    const quiet = network.quiet(0, 60_000)
    await pass(2000)
    expect(await isPending(quiet)).toBe(true)
    close('a')
    await pass(500)
    expect(await quiet).toBe(true)
  })

  test('is quiet although the page is too busy to answer', async () => {
    const { network, answers } = tracked()
    answers.push(() => new Promise(() => undefined))
    const quiet = network.quiet(0, 60_000)
    await pass(500)
    await pass(500)
    expect(await quiet).toBe(true)
  })

  test('that is never quiet ends the wait at its timeout', async () => {
    const { network, open } = tracked()
    open('a')
    const quiet = network.quiet(0, 3000)
    await pass(3000)
    expect(await quiet).toBe(false)
  })

  test('waits only for the connections that are open at the call, up to a timeout', async () => {
    const { network, answers, open, close } = tracked()
    expect(await network.closed(1000)).toBe(false)
    open('a')
    answers.push(() => void open('b'))
    const closed = network.closed(60_000)
    await pass(0)
    open('later')
    close('a')
    await pass(5000)
    expect(await isPending(closed)).toBe(true)
    close('b', 'requestfailed')
    expect(await closed).toBe(true)
    const late = network.closed(1000)
    await pass(1000)
    expect(await late).toBe(true)
  })

  test('removes its listeners when it is disposed', () => {
    const { page, network } = tracked()
    expect(page.eventNames()).not.toEqual([])
    network[Symbol.dispose]()
    expect(page.eventNames()).toEqual([])
  })
})

async function isPending(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending')
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending
}
