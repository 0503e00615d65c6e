import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import { startVirtualClock } from './virtual-clock.ts'

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] }))
afterEach(() => void jest.useRealTimers())

const BASE_MS = 1234.568
const LIMITS = { patienceMs: 60_000, stuckMs: 60_000 }

interface Call {
  method: string
  policy?: string
  budget?: number
  frameTimeTicks?: number
}

/** A page that fetches what has `begun`, and paints no frame when `isStuck`. */
function startPage({ begun = [] as string[], isStuck = false } = {}) {
  const calls: Call[] = []
  const open = new Set(begun)
  let messages = 0
  const session = Object.assign(new EventEmitter(), {
    async send(method: string, given: Omit<Call, 'method'>) {
      calls.push({ method, ...given })
      messages += 2
      if (method === 'Emulation.setVirtualTimePolicy') {
        const passes = given.policy === 'advance' || (open.size === 0 && given.policy !== 'pause')
        if (passes) setImmediate(() => session.emit('Emulation.virtualTimeBudgetExpired'))
        return { virtualTimeTicksBase: BASE_MS }
      }
      if (method === 'Network.enable') for (const id of begun) begin(id)
      if (method === 'HeadlessExperimental.beginFrame' && isStuck && calls.length > 2)
        return new Promise(() => undefined)
      return { screenshotData: 'AAAA' }
    },
  })
  const start = (limits = LIMITS) =>
    startVirtualClock(session as unknown as CDPSession, () => messages, limits)
  const begin = (requestId: string): void => {
    open.add(requestId)
    session.emit('Network.requestWillBeSent', { requestId })
  }
  const end = (requestId: string): void => {
    open.delete(requestId)
    session.emit('Network.loadingFinished', { requestId })
  }
  return { calls, start, begin, end }
}

/** Returns the result of work after real time has passed. */
async function after<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  await jest.advanceTimersByTimeAsync(ms)
  return work
}

describe('a virtual clock', () => {
  test('passes whole microseconds, at times that pages see unrounded', async () => {
    const { calls, start } = startPage()
    const clock = await start()
    for (const time of [33_300, 66_700, 100_000]) await clock.frameAt(time)
    const cut = (ms = 0) => Math.floor(ms * 1000)
    const budgets = calls.flatMap(({ budget }) => (budget === undefined ? [] : cut(budget)))
    expect(budgets).toEqual([32, 0, 33_300, 0, 33_400, 0, 33_300, 0])
    const frames = calls.flatMap(({ frameTimeTicks }) => cut(frameTimeTicks) || [])
    expect(frames).toEqual([1_234_600, 1_267_900, 1_301_300, 1_334_600])
    expect(clock.now()).toBe(100_000)
  })

  test('returns the picture of a frame', async () => {
    const clock = await startPage().start()
    expect(await clock.capture(100)).toEqual(Buffer.alloc(3))
  })

  test('stands still while the page fetches, but not for ever', async () => {
    const { calls, start, end } = startPage({ begun: ['endless'] })
    const clock = await after(2000, start({ ...LIMITS, patienceMs: 2000 }))
    await clock.frameAt(40_000)
    const policies = () => calls.flatMap(({ policy }) => policy ?? [])
    expect(policies().slice(0, 3)).toEqual(['pause', 'pauseIfNetworkFetchesPending', 'advance'])
    expect(new Set(policies().slice(3))).toEqual(new Set(['advance']))
    end('endless')
    await clock.frameAt(80_000)
    expect(policies().at(-1)).toBe('pauseIfNetworkFetchesPending')
  })

  test('stands still for later requests than one without an end', async () => {
    const { start, begin, end } = startPage({ begun: ['endless'] })
    const clock = await after(2000, start({ ...LIMITS, patienceMs: 2000 }))
    begin('picture')
    let isPainted = false
    const painting = clock.frameAt(40_000).then(() => (isPainted = true))
    await jest.advanceTimersByTimeAsync(1999)
    expect(isPainted).toBe(false)
    end('picture')
    await painting
    begin('second without an end')
    await after(2000, clock.frameAt(80_000))
    expect(clock.now()).toBe(80_000)
  })

  test('fails for a page that is stuck', async () => {
    const { start } = startPage({ isStuck: true })
    await expect(after(50, start({ ...LIMITS, stuckMs: 50 }))).rejects.toMatchObject({
      code: 'RenderTimeoutError',
    })
  })

  test('rests when a round trip to the page brings nothing else', async () => {
    const { calls, start } = startPage()
    const clock = await start()
    await clock.rest()
    expect(calls.filter(({ method }) => method === 'Runtime.evaluate')).toHaveLength(1)
  })
})
