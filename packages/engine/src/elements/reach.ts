import type { ElementHandle } from 'playwright-core'
import type { PageTime } from '../page-time/page-time.ts'
import { STEP_US } from '../page-time/stepped-time.ts'
import { POINT } from './selector-engines.ts'

/** Limit for one element to stop moving and to be reachable by the pointer. */
export const REACH_MS = 1000
/** Limit for all failed attempts together. */
const FAILED_MS = 3000

interface PointerAct {
  name: 'click' | 'hover'
  /** Points at the element even where another one covers it. */
  isForced?: true
}

/**
 * Clicks or hovers an element; returns false when the pointer did not reach it within its limit, or when the time for failed
 * attempts is used up.
 */
export type Reach = (element: ElementHandle, act: PointerAct) => Promise<boolean>

export function createReach(time: PageTime): Reach {
  let leftMs = FAILED_MS
  const attempt = time.isStepped ? pointInSteps : pointWhenReached
  return async (element, act) => {
    if (leftMs <= 0) return false
    const start = time.now()
    // An element that is gone is not reached either.
    const isReached = await attempt(time, element, act, Math.min(REACH_MS, leftMs)).catch(() => false)
    if (!isReached) leftMs -= time.now() - start
    return isReached
  }
}

const ACTS = {
  click: (element: ElementHandle, how: How) => element.click({ ...how, noWaitAfter: true }),
  hover: (element: ElementHandle, how: How) => element.hover(how),
}

interface How {
  force?: boolean
  timeout: 0
  signal?: AbortSignal
}

async function pointWhenReached(
  time: PageTime,
  element: ElementHandle,
  { name, isForced }: PointerAct,
  limitMs: number,
): Promise<boolean> {
  const limit = new AbortController()
  const cancel = time.after(limitMs, () => limit.abort())
  try {
    await ACTS[name](element, { force: isForced, timeout: 0, signal: limit.signal })
    return true
  } finally {
    cancel()
  }
}

/** Playwright would try again by the time of this machine; instead, the page is asked at each step of its own time. */
async function pointInSteps(
  time: PageTime,
  element: ElementHandle,
  { name, isForced }: PointerAct,
  limitMs: number,
): Promise<boolean> {
  const endsAt = time.now() + limitMs
  const isReached = async (): Promise<boolean> =>
    isForced || (await element.$$(`${POINT}=${name}`)).length > 0
  while (!(await time.during(isReached()))) {
    if (time.now() >= endsAt) return false
    await time.sleep(STEP_US / 1000)
  }
  await time.input(() => ACTS[name](element, { force: true, timeout: 0 }))
  return true
}
