// After a crash of its worker or browser a render is retried solo, in a browser of its own, where crashes of other renders
// cannot reach it. Only crashes while it was solo (`soloCrashes`) are counted against it: those of a browser that it had for
// itself, those of its page in a browser without other renders, and those of a worker that ran nothing else.
import type { JobOf, RenderHistory, RenderJob } from '@render/jobs'

/** Kept once a browser or worker crashed during a render. */
export interface CrashHistory {
  /** Epoch milliseconds of the first attempt that crashed. */
  startedAt: number
  /** Crashes of the browser or worker while the render was solo. */
  soloCrashes: number
  /** Crashes of workers counted so far. */
  workerCrashes: number
  /** True when the attempt that is under way is the only one in its worker. */
  isSoloInWorker?: boolean
  /** Milliseconds of all attempts whose browser crashed, unless no page can have caused the crash. */
  crashedMs?: number
}

/** A render that crashed this often while solo is given up. */
const MAX_SOLO_CRASHES = 3

/** Time for all crashed attempts together, in addition to the time that one attempt is granted. */
const CRASHED_BEYOND_GRANTED_MS = 15_000

/** After this many crashes of workers a render is tried as the only one in its worker: one crash has many other causes. */
const SHARED_WORKER_CRASHES = 2

/** Reads the history of a job, in which its members have the names of earlier versions. */
export function readHistory({ history }: Pick<RenderJob, 'history'>): CrashHistory | undefined {
  if (!history) return undefined
  const { lonelyDeaths, workerDeaths, isAloneInWorker, ...others } = history
  return {
    ...others,
    soloCrashes: lonelyDeaths,
    workerCrashes: workerDeaths,
    ...(isAloneInWorker && { isSoloInWorker: true }),
  }
}

/** Returns the history as a job stores it. */
export function storedHistory({
  soloCrashes,
  workerCrashes,
  isSoloInWorker,
  ...others
}: CrashHistory): RenderHistory {
  return {
    ...others,
    lonelyDeaths: soloCrashes,
    workerDeaths: workerCrashes,
    ...(isSoloInWorker && { isAloneInWorker: true }),
  }
}

/** Returns the history for an attempt that starts at `now`; the same when no worker crashed since the last attempt. */
export function historyAtStart(
  history: CrashHistory | undefined,
  { stalledCounter, now }: { stalledCounter: number; now: number },
): CrashHistory | undefined {
  const newWorkerCrashes = stalledCounter - (history?.workerCrashes ?? 0)
  if (newWorkerCrashes === 0) return history
  // A job that waits in a worker that crashes was not solo there.
  const { startedAt = now, soloCrashes = 0, isSoloInWorker = false } = history ?? {}
  return {
    startedAt,
    soloCrashes: soloCrashes + (isSoloInWorker ? newWorkerCrashes : 0),
    workerCrashes: stalledCounter,
    ...(stalledCounter >= SHARED_WORKER_CRASHES && { isSoloInWorker: true }),
  }
}

/** Returns whether so many workers crashed during a render that its next attempt must be the only one in its worker. */
export function needsSoloWorker({
  data,
  stalledCounter,
}: Pick<JobOf<'renders'>, 'data' | 'stalledCounter'>): boolean {
  return Math.max(stalledCounter, readHistory(data)?.workerCrashes ?? 0) >= SHARED_WORKER_CRASHES
}

/**
 * Returns the history for the attempt after the browser crashed in the one that began at `startedAt`. The crash counts against
 * the render when it was solo and its page can have been the cause; a certain cause counts as many crashes.
 */
export function historyAfterCrash(
  history: CrashHistory | undefined,
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
): CrashHistory {
  // The browser may still hold memory of earlier renders, so that no first crash is certain to come again.
  if (!history) return { startedAt, soloCrashes: wasSolo ? 1 : 0, workerCrashes: stalledCounter }
  if (isOurFault) return history
  return { ...history, soloCrashes: history.soloCrashes + (isCertain ? MAX_SOLO_CRASHES : 1) }
}

/**
 * Returns whether all crashed attempts and another one, as long as the last, would take more than 15 s beyond the time that
 * one attempt is granted. Before the first solo crash another render may be the cause, and a solo attempt always follows.
 */
export function isTooLate(
  { soloCrashes, crashedMs = 0 }: CrashHistory,
  { tookMs, grantedMs }: { tookMs: number; grantedMs: number },
): boolean {
  return soloCrashes > 0 && crashedMs + tookMs > grantedMs + CRASHED_BEYOND_GRANTED_MS
}

/** Returns whether the render crashed too often to be tried again. */
export function isHopeless(history: CrashHistory | undefined): boolean {
  return (history?.soloCrashes ?? 0) >= MAX_SOLO_CRASHES
}
