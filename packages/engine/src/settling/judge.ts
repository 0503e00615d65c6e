// Decides when a loaded page is settled: as soon as no work is under way that would change its picture.
//
// The render waits for
// - requests for parts of the page (markup, styles, scripts, fonts, data) and for pictures inside the captured area, each
//   until it is two seconds old, but not for pings, streams, media, data of other sites and polled addresses;
// - fonts that load, and animations that end in time;
// - timers that fire within a second, but not for repeating ones; short intervals until one passes without a change;
// - requested frames until some are painted without a change; frames on a canvas, and other changes of the document that
//   never end, for little more than a second;
// - a pause of its scripts, if they make one within little more than a second;
// - a moment without changes after any of these; a longer one while messages may arrive (sockets, streams, workers).
// All of this takes at most two seconds. A page at rest is settled at the first look. A page that is recorded only has its
// requests and fonts waited for.
import type { DocumentActivity } from '../in-page/settling/observe-document.ts'
import type { Observation } from './observe.ts'
import type { OpenRequest } from './traffic.ts'

/** A reason to wait for a page. */
export type Reason =
  | 'requests'
  | 'fonts'
  | 'animations'
  | 'timers'
  | 'frames'
  | 'scripts'
  | 'changes'
  | 'messages'

/** The longest time to wait for a page. */
export const BOUND_MS = 2000
/** Later timers do not affect the first view of a page. */
const SOON_MS = 1000
/** Changes that last longer than this are considered endless. */
const LASTING_MS = 1200
const STILL_MS = 50
/** Longer intervals do not affect the first view of a page. */
const INTERVAL_MS = 250
const SILENT_MS = 250
/** One idle frame is not enough: the page's callbacks may have run already in the frame of the first look. */
const IDLE_FRAMES = 2
const POLLED = 2

/** The milliseconds to wait for a request, by its resource type. There is no wait for other types. */
const BUDGETS: Record<string, (request: OpenRequest, places: Observation['places']) => number> = {
  document: () => BOUND_MS,
  stylesheet: () => BOUND_MS,
  script: () => BOUND_MS,
  font: () => BOUND_MS,
  fetch: ({ isCrossOrigin }) => (isCrossOrigin ? 0 : BOUND_MS),
  xhr: ({ isCrossOrigin }) => (isCrossOrigin ? 0 : BOUND_MS),
  image: ({ address }, places) => IMAGE_BUDGETS[places[address] ?? 'nowhere'],
}

/** A picture that is painted nowhere may be shown later, or may be a tracking pixel. */
const IMAGE_BUDGETS = { inside: BOUND_MS, outside: 0, nowhere: 500 }

const REASONS: readonly Reason[] = [
  'requests',
  'fonts',
  'animations',
  'timers',
  'frames',
  'scripts',
  'changes',
  'messages',
]

/** The reasons to wait for a page that is recorded: a video shows the others, which may be what it is made for. */
export const RECORDED_REASONS: readonly Reason[] = ['requests', 'fonts']

/** Creates a function that returns, for each observation of one page, the reasons among `accepted` to wait any longer. */
export function createJudge(accepted = REASONS): (observation: Observation) => Reason[] {
  /** Maps a document and a delay to the timer to wait for. A timer set later with the same delay is a repetition. */
  const tracked = new Map<string, number>()
  let wasStirring = false
  let stirredAtMs = -Infinity

  function isTracked(
    { id, delayMs, dueInMs }: DocumentActivity['timers'][number],
    place: number,
    atMs: number,
  ): boolean {
    if (dueInMs > SOON_MS || atMs + dueInMs > BOUND_MS) return false
    const wasThere = delayMs - dueInMs >= atMs
    const key = `${place} ${delayMs}`
    const first = tracked.get(key) ?? id
    tracked.set(key, first)
    return wasThere || first === id
  }

  return ({ documents, requests, places, hasMessengers, atMs }) => {
    if (atMs >= BOUND_MS) return []
    const hasRequests = requests.some((request) => isWaitedFor(request, places))
    const hasTimers =
      documents.flatMap((document, place) => document.timers.filter((timer) => isTracked(timer, place, atMs)))
        .length > 0
    const isStirring = hasRequests || hasTimers
    if (isStirring || wasStirring) stirredAtMs = atMs
    wasStirring = isStirring
    const calmMs = atMs - stirredAtMs
    const isLasting = Math.min(calmMs, atMs) >= LASTING_MS
    const stillMs = Math.min(calmMs, ...documents.map(({ changedMsAgo = Infinity }) => changedMsAgo))
    const isUnder: Record<Reason, boolean> = {
      requests: hasRequests,
      fonts: documents.some(({ isFontLoading }) => isFontLoading),
      animations: documents.some(({ animationsMs }) =>
        animationsMs.some((leftMs) => atMs + leftMs <= BOUND_MS),
      ),
      timers: hasTimers || (!isLasting && documents.some((document) => isTicking(document, stillMs))),
      frames: !isLasting && documents.some(paintsFrames),
      scripts: !isLasting && documents.some(({ isBusy }) => isBusy),
      changes: !isLasting && stillMs < STILL_MS,
      messages: !isLasting && hasMessengers && Math.min(stillMs, atMs) < SILENT_MS,
    }
    return accepted.filter((reason) => isUnder[reason])
  }
}

/** Returns whether the short intervals of a document have not shown yet that they change nothing. */
function isTicking({ intervalsMs, trackedMs }: DocumentActivity, stillMs: number): boolean {
  const short = intervalsMs.filter((ms) => ms <= INTERVAL_MS)
  return short.length > 0 && Math.min(stillMs, trackedMs) < Math.max(...short) + STILL_MS
}

function isWaitedFor(request: OpenRequest, places: Observation['places']): boolean {
  return request.ageMs < budgetOf(request, places)
}

/** Returns the milliseconds to wait for a request. */
export function budgetOf(request: OpenRequest, places: Observation['places']): number {
  return request.answeredBefore < POLLED ? (BUDGETS[request.resourceType]?.(request, places) ?? 0) : 0
}

function paintsFrames({ isFrameRequested, hasCanvas, idleFrames }: DocumentActivity): boolean {
  return isFrameRequested && (hasCanvas || idleFrames < IDLE_FRAMES)
}
