// After a crash of its worker or browser a render is retried alone, in a browser of its own, where crashes of other renders
// cannot reach it. Only crashes while it was alone (`soloCrashes`) are counted against it: those of a browser that it had for
// itself, those of its page in a browser without other renders, and those of a worker that ran nothing else.
import type { JobOf, RenderHistory } from '@render/jobs'

/** A render that crashed this often while alone is given up. */
const MAX_SOLO_CRASHES = 3

/** What attempts that the page crashes may take together beyond the render's `timeout`. */
const CRASHED_BEYOND_TIMEOUT_MS = 15_000

/** After this many crashes of workers a render is tried as the only one in its worker: one crash has many other causes. */
const SHARED_WORKER_CRASHES = 2

/** Returns the history for an attempt that starts at `now`; undefined when no earlier attempt crashed. */
export function historyAtStart(
  { data, stalledCounter }: Pick<JobOf<'renders'>, 'data' | 'stalledCounter'>,
  now: number,
): RenderHistory | undefined {
  const { history } = data
  const newWorkerCrashes = stalledCounter - (history?.workerDeaths ?? 0)
  if (newWorkerCrashes === 0) return history
  // A job that waits in a worker that crashes has not run alone there.
  const { startedAt = now, lonelyDeaths = 0, isAloneInWorker = false } = history ?? {}
  return {
    startedAt,
    lonelyDeaths: lonelyDeaths + (isAloneInWorker ? newWorkerCrashes : 0),
    workerDeaths: stalledCounter,
    ...(stalledCounter >= SHARED_WORKER_CRASHES && { isAloneInWorker: true }),
  }
}

/** Returns whether so many workers crashed during a render that its next attempt must be the only one in its worker. */
export function needsWorkerAlone({
  data: { history },
  stalledCounter,
}: Pick<JobOf<'renders'>, 'data' | 'stalledCounter'>): boolean {
  return Math.max(stalledCounter, history?.workerDeaths ?? 0) >= SHARED_WORKER_CRASHES
}

/**
 * Returns the history for the attempt after the browser crashed in the one that began at `startedAt`. The crash counts against
 * the render when the render was alone and its page can have been the cause; a certain cause counts as many crashes.
 */
export function historyAfterCrash(
  history: RenderHistory | undefined,
  {
    startedAt,
    stalledCounter,
    isOurFault,
    wasSolo = false,
    isCertain = false,
  }: {
    startedAt: number
    stalledCounter: number
    isOurFault: boolean
    wasSolo?: boolean
    isCertain?: boolean
  },
): RenderHistory {
  // The browser may still hold memory of earlier renders, so that no first crash is certain to come again.
  if (!history) return { startedAt, lonelyDeaths: wasSolo ? 1 : 0, workerDeaths: stalledCounter }
  if (isOurFault) return history
  return { ...history, lonelyDeaths: history.lonelyDeaths + (isCertain ? MAX_SOLO_CRASHES : 1) }
}

/**
 * Returns whether another attempt, as long as the last one, would end more than 15 s after the time of `timeout` in all
 * crashed attempts together. Before the first solo crash another render may be the cause, and an attempt alone always follows.
 */
export function isTooLate(
  { lonelyDeaths: soloCrashes, crashedMs = 0 }: RenderHistory,
  { tookMs, timeout }: { tookMs: number; timeout: number },
): boolean {
  return soloCrashes > 0 && crashedMs + tookMs > timeout + CRASHED_BEYOND_TIMEOUT_MS
}

/** Returns whether the render crashed too often to be tried again. */
export function isHopeless(history: RenderHistory | undefined): boolean {
  // "lonelyDeaths" is the stored name of the solo crashes.
  const { lonelyDeaths: soloCrashes = 0 } = history ?? {}
  return soloCrashes >= MAX_SOLO_CRASHES
}
