import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { NOT_SCROLLED, scrollOn, type Course } from './scroll-on.ts'

type Observed = (records: { target: object }[]) => void

const COURSE: Course = {
  from: NOT_SCROLLED,
  pauseMs: 0,
  pauseAlways: false,
  timersMs: 350,
  allTimersMs: 5000,
  fruitlessMs: 1500,
  // One step, because a frame takes longer.
  forMs: 1,
  depth: 4000,
}

/** The page's time, which passes only in timers. */
let nowMs: number
let observe: Observed
const realm = globalThis as Record<string | symbol, unknown>
const { performance, setTimeout } = globalThis
beforeEach(() => {
  nowMs = 0
  const wait = (callback: () => void, ms: number) => {
    nowMs += ms
    setImmediate(callback)
  }
  Object.assign(realm, {
    performance: Object.assign(new EventTarget(), { now: () => nowMs }),
    setTimeout: wait,
    window: {
      innerHeight: 100,
      getComputedStyle: () => ({ overflowY: 'visible' }),
      requestAnimationFrame: (callback: () => void) => wait(callback, 16),
    },
    HTMLFormElement: EventTarget,
    MutationObserver: class {
      constructor(callback: Observed) {
        observe = callback
      }
      observe() {}
      disconnect() {}
    },
  })
})
afterEach(() => {
  Object.assign(realm, { performance, setTimeout })
  const added = [
    'document',
    'window',
    'HTMLFormElement',
    'MutationObserver',
    Symbol.for('render.changedNodes'),
  ]
  for (const key of added) delete realm[key]
})

/** Scrolls to the end; `change` runs in each wait. Returns how often timers were waited for. */
async function waitsOf(change: (scroller: { scrollHeight: number }) => void): Promise<number> {
  const scroller = { scrollHeight: 4000, clientHeight: 100, scrollTo() {} }
  realm.document = { scrollingElement: scroller, documentElement: scroller }
  let waits = 0
  let isWaiting = false
  // The page has a timer whenever a wait begins.
  globalThis.performance.addEventListener('render.work.question', () => {
    isWaiting = !isWaiting
    if (isWaiting) {
      waits += 1
      change(scroller)
    }
    const timers = isWaiting ? [{ id: waits, delayMs: 300, dueAt: nowMs + 299 }] : []
    const answer = Object.assign(new Event('render.work.answer'), { detail: { timers } })
    globalThis.performance.dispatchEvent(answer)
  })
  let reached = COURSE.from
  while (reached.state === 'under way') reached = await scrollOn({ ...COURSE, from: reached })
  return waits
}

const clock = {}
test.each([
  ['the same node', 7, () => observe([{ target: clock }])],
  ['nothing', 6, () => undefined],
  ['further nodes', 18, () => observe([{ target: {} }])],
  ['the height', 18, (scroller: { scrollHeight: number }) => void (scroller.scrollHeight += 1)],
])('waits for timers of a page in which they change %s, in %i steps', async (_, waits, change) => {
  expect(await waitsOf(change)).toBe(waits)
})
