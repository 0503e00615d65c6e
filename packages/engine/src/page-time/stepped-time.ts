import { setTimeout as sleep } from 'node:timers/promises'
import type { PageTime } from './page-time.ts'
import type { VirtualClock } from './virtual-clock.ts'

/** The length of a step; it divides a second. */
export const STEP_US = 40_000

/** Lets the time of a page pass in steps, up to the last one before `timeUs`, which is a multiple of a step. */
export async function stepTo(clock: VirtualClock, timeUs: number): Promise<void> {
  while (clock.now() + STEP_US < timeUs) await clock.frameAt(clock.now() + STEP_US)
}

/** Input needs few answers of the page; time passes again for what waits for something else. */
const MAX_ANSWERS = 200

/**
 * The time of a page with a virtual clock. It passes while something waits for the page, in steps, each of which begins when
 * the page has nothing left to do before: so as many steps pass on a fast machine as on a slow one.
 */
export function createSteppedTime(clock: VirtualClock): PageTime {
  const timers = new Set<{ atUs: number; call: () => void }>()
  const startMs = performance.now()
  const { promise: stuck, reject: onStuck } = Promise.withResolvers<never>()
  stuck.catch(() => undefined)
  let waiting = 0
  let passing: Promise<void> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  const isAwaited = (): boolean => waiting > 0

  /** Does one thing at a time: a step, or input. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = turn.then(work)
    turn = done.catch(() => undefined)
    return done
  }

  async function step(): Promise<void> {
    await clock.frameAt(clock.now() + STEP_US)
    for (const timer of timers)
      if (timer.atUs <= clock.now()) {
        timers.delete(timer)
        timer.call()
      }
    // The browser counts the time of a document from the real start of its navigation, if that is earlier.
    const aheadMs = clock.now() / 1000 - (performance.now() - startMs)
    if (aheadMs > 0) await sleep(aheadMs)
    await clock.rest()
  }

  async function pass(): Promise<void> {
    await inTurn(() => clock.rest())
    while (isAwaited()) await inTurn(step)
    passing = undefined
  }

  async function handled(sending: Promise<unknown>): Promise<void> {
    const sent = sending.then(
      () => true,
      () => true,
    )
    for (let answers = 0; answers < MAX_ANSWERS; answers += 1) {
      await clock.handleInput()
      if (await Promise.race([sent, Promise.resolve(false)])) return
    }
  }

  const time: PageTime = {
    isStepped: true,
    now: () => clock.now() / 1000,
    async during(work) {
      waiting += 1
      passing ??= pass().catch(onStuck)
      try {
        return await Promise.race([work, stuck])
      } finally {
        waiting -= 1
        // The page rests while nothing waits for it.
        if (waiting === 0) await passing
      }
    },
    async input(send) {
      let sending: ReturnType<typeof send>
      await inTurn(() => handled((sending = send())))
      return time.during(sending!)
    },
    after(ms, call) {
      const timer = { atUs: clock.now() + ms * 1000, call }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    async sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const cancel = time.after(ms, resolve)
      const onAbort = (): void => reject(signal?.reason)
      signal?.addEventListener('abort', onAbort, { once: true })
      try {
        await time.during(promise)
      } finally {
        cancel()
        signal?.removeEventListener('abort', onAbort)
      }
    },
  }
  return time
}
