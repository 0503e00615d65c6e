import { describe, expect, jest, test } from '@jest/globals'
import { createSteppedTime, stepTo } from './stepped-time.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** A clock whose frames are painted at once, with the times of its frames in milliseconds. */
function startClock(onFrame: (ms: number) => unknown = () => undefined) {
  let nowUs = 0
  const framesMs: number[] = []
  const clock: VirtualClock = {
    now: () => nowUs,
    async frameAt(timeUs) {
      nowUs = timeUs
      framesMs.push(timeUs / 1000)
      await onFrame(timeUs / 1000)
    },
    paintAt: (timeUs) => clock.frameAt(timeUs),
    capture: () => Promise.reject(new Error('no picture')),
    rest: () => new Promise((resolve) => setImmediate(resolve)),
    handleInput: () => new Promise((resolve) => setImmediate(resolve)),
  }
  return { clock, framesMs }
}

describe('stepped time', () => {
  test('passes in equal steps, no longer than something waits for it', async () => {
    const { clock, framesMs } = startClock()
    const time = createSteppedTime(clock)
    await time.sleep(100)
    expect(framesMs).toEqual([40, 80, 120])
    expect(time.now()).toBe(120)
  })

  test('passes until the work is done that the page takes part in', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<string>()
    const { clock, framesMs } = startClock((ms) => ms === 160 && resolve('answer'))
    expect(await createSteppedTime(clock).during(answer)).toBe('answer')
    expect(framesMs).toEqual([40, 80, 120, 160])
  })

  test('does not pass for work that needs none', async () => {
    const { clock, framesMs } = startClock()
    const time = createSteppedTime(clock)
    expect(await time.during(Promise.resolve('answer'))).toBe('answer')
    expect(framesMs).toEqual([])
  })

  test('calls back when it has passed, unless that is cancelled', async () => {
    const { clock } = startClock()
    const time = createSteppedTime(clock)
    const calls: number[] = []
    time.after(70, () => calls.push(time.now()))
    time.after(70, () => calls.push(-1))()
    await time.sleep(200)
    expect(calls).toEqual([80])
  })

  test('is the same for all that wait at once', async () => {
    const { clock, framesMs } = startClock()
    const time = createSteppedTime(clock)
    await Promise.all([time.sleep(40), time.sleep(120)])
    expect(framesMs).toEqual([40, 80, 120])
  })

  test('stands still from the end of a step until the page has handled input', async () => {
    const { clock, framesMs } = startClock()
    const time = createSteppedTime(clock)
    const waiting = time.sleep(120)
    const { promise: answer, resolve } = Promise.withResolvers<string>()
    const frames: number[] = []
    jest.spyOn(clock, 'handleInput').mockImplementation(async () => {
      if (frames.push(framesMs.length) === 5) resolve('handled')
    })
    expect(await time.input(() => answer)).toBe('handled')
    expect(frames).toEqual(Array.from({ length: 5 }, () => frames[0]))
    await waiting
    expect(framesMs).toEqual([40, 80, 120])
  })

  test('passes again when input needs something else than the page', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<string>()
    const { clock, framesMs } = startClock((ms) => ms === 80 && resolve('later'))
    expect(await createSteppedTime(clock).input(() => answer)).toBe('later')
    expect(framesMs).toEqual([40, 80])
  })

  test('ends with the signal, or when the page is stuck', async () => {
    const abort = new AbortController()
    const { clock } = startClock((ms) => ms === 80 && abort.abort(new Error('enough')))
    await expect(createSteppedTime(clock).sleep(60_000, abort.signal)).rejects.toThrow('enough')

    const stuck = createSteppedTime(startClock(() => Promise.reject(new Error('stuck'))).clock)
    await expect(stuck.during(new Promise(() => undefined))).rejects.toThrow('stuck')
  })

  test('is brought to the last step before a time', async () => {
    const { clock } = startClock()
    await stepTo(clock, 1_000_000)
    expect(clock.now()).toBe(960_000)
  })
})
