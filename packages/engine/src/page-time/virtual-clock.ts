import type { CDPSession } from 'playwright-core'
import { withTimeout } from '@render/async'
import { RenderError } from '@render/errors'
import { createPassing, toMs } from './pass-time.ts'

/**
 * The clock of a page that passes only when it is asked to, for timers, dates and animations alike. A tab that has one paints
 * frames at no other time. Times are in microseconds since the clock was taken over, and multiples of `GRAIN_US`.
 */
export interface VirtualClock {
  now(): number
  /** Runs what is due in the page up to a time, and its animation frame, without a picture of it. */
  frameAt(time: number): Promise<void>
  /** Does the same and paints the page: a capture is quicker after this than after `frameAt`. */
  paintAt(time: number): Promise<void>
  /** Does the same and returns the page as PNG. */
  capture(time: number): Promise<Buffer>
  /** Resolves when the page has done what it does without time that passes. */
  rest(): Promise<void>
  /** Resolves when the page has handled the input that was sent before. */
  handleInput(): Promise<void>
}

/** The resolution of the times that pages see; times between would be rounded at random. */
export const GRAIN_US = 100
/** Limits in real time. */
interface Limits {
  /** The longest time for which the clock stands still for a request: some have no end. Default 5 s. */
  patienceMs?: number
  /** A page that takes longer for one frame is stuck. Default 30 s. */
  stuckMs?: number
}

/** A page that sends events all the time never rests. */
const MAX_ROUNDS = 20

/** Takes over the clock of a page that was opened for it. `countMessages` returns how many its browser has exchanged. */
export async function startVirtualClock(
  session: CDPSession,
  countMessages: () => number,
  { patienceMs = 5000, stuckMs = 30_000 }: Limits = {},
): Promise<VirtualClock> {
  const { virtualTimeTicksBase } = await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pause',
    initialVirtualTime: Math.floor(Date.now() / 1000),
  })
  // Times in the page count from a point of its own.
  const startUs = Math.ceil((virtualTimeTicksBase * 1000) / GRAIN_US) * GRAIN_US
  let nowUs = Math.round(virtualTimeTicksBase * 1000) - startUs
  let isPainted = false
  let picture: Buffer | undefined
  const pass = await createPassing(session, patienceMs)

  async function step(time: number, more: { screenshot?: object; noDisplayUpdates?: boolean }) {
    const interval = Math.max(GRAIN_US, time - nowUs)
    if (time > nowUs) {
      await pass(time - nowUs)
      nowUs = time
    }
    const frameTimeTicks = toMs(startUs + time)
    return session.send('HeadlessExperimental.beginFrame', {
      frameTimeTicks,
      interval: interval / 1000,
      ...more,
    })
  }

  function bounded<T>(stepping: Promise<T>): Promise<T> {
    return withTimeout(stepping, stuckMs, () => {
      throw new RenderError('RenderTimeoutError')
    })
  }

  await bounded(step(0, { noDisplayUpdates: true }))
  return {
    now: () => nowUs,
    async frameAt(time) {
      isPainted = false
      await bounded(step(time, { noDisplayUpdates: true }))
    },
    async paintAt(time) {
      isPainted = true
      await bounded(step(time, {}))
    },
    async capture(time) {
      // The next frame still shows the page as it was at the last one.
      if (!isPainted) await bounded(step(time - GRAIN_US, {}))
      isPainted = true
      const { screenshotData } = await bounded(step(time, { screenshot: PICTURE }))
      // A frame that does not differ from the one before is not painted.
      if (screenshotData !== undefined) picture = Buffer.from(screenshotData, 'base64')
      if (!picture) throw new Error('The first frame was not painted.')
      return picture
    },
    async rest() {
      for (let round = 0; round < MAX_ROUNDS; round += 1) {
        const before = countMessages()
        // The answer follows what the page has sent before. A document that is replaced gives none.
        await bounded(session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined))
        const isQuiet = countMessages() - before <= 2
        if (isQuiet) return
      }
    },
    async handleInput() {
      await bounded(session.send('Input.dispatchKeyEvent', UNSEEN_KEY))
    },
  }
}

/**
 * Pages handle a pointer that moves with their next frame, or before the next key. The browser discards the character of this
 * key: the page sees no event.
 */
const UNSEEN_KEY = { type: 'char', windowsVirtualKeyCode: 27 } as const

const PICTURE = { format: 'png', optimizeForSpeed: true } as const
