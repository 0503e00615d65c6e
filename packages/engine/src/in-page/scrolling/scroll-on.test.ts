import { afterEach, beforeEach, expect, test } from '@jest/globals'
import { setTimeout as sleep } from 'node:timers/promises'
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

let observe: Observed
const realm = globalThis as Record<string | symbol, unknown>
beforeEach(() => {
  realm.document = {}
  realm.MutationObserver = class {
    constructor(callback: Observed) {
      observe = callback
    }
    observe() {}
    disconnect() {}
  }
})
afterEach(() => {
  for (const key of ['document', 'MutationObserver', Symbol.for('render.changedNodes')]) delete realm[key]
})

/** Scrolls to the end; `change` runs in each wait. Returns how often timers were waited for. */
async function waitsOf(change: (scroller: { scrollHeight: number }) => void): Promise<number> {
  const scroller = { scrollHeight: 4000, clientHeight: 100, scrollTo() {} }
  let waits = 0
  const finishTimers = () => {
    waits += 1
    change(scroller)
    return Promise.resolve(300)
  }
  let reached = COURSE.from
  while (reached.state === 'under way')
    reached = await scrollOn(
      { ...COURSE, from: reached },
      () => scroller as never,
      (() => []) as never,
      () => sleep(2) as never,
      () => undefined,
      finishTimers,
      (() => ({})) as never,
    )
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
