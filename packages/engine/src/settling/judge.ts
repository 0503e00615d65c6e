// When a page that was loaded is settled: as soon as nothing is under way any more that would change its picture.
//
// Waited for are
// - requests for what makes the page (markup, styles, scripts, fonts, data) and for pictures inside of what is captured,
//   each until it is two seconds old. Not pings, streams, media, other sites' own data, and what is polled;
// - fonts that load, and animations that end in time;
// - timers that fire within a second, but not what only repeats itself; short intervals until one passes that changes nothing;
// - frames that are asked for, until some are drawn that change nothing; those on a canvas, and other changes of the
//   document that go on and on, for little more than a second;
// - a moment of stillness after any of these; a longer one while messages may come (sockets, streams, workers).
// All of it together at most two seconds. A page at rest is settled at the first look.
import type { Sight } from '../in-page/look-at-document.ts'
import type { Observation } from './observe.ts'
import type { OpenRequest } from './traffic.ts'

/** What a page was waited for. */
export type Reason = 'requests' | 'fonts' | 'animations' | 'timers' | 'frames' | 'changes' | 'messages'

/** No page is waited for any longer. */
export const BOUND_MS = 2000
/** Later timers are for a visitor who stays. */
const SOON_MS = 1000
/** What moves any longer moves for ever. */
const LASTING_MS = 1200
const STILL_MS = 50
/** Longer intervals are for a visitor who stays, too. */
const INTERVAL_MS = 250
const SILENT_MS = 250
/** The frame in which the first look falls may be over for the page. */
const IDLE_FRAMES = 2
const POLLED = 2

/** Milliseconds that a request of a kind is waited for; not at all for other kinds. */
const PATIENCE: Record<string, (request: OpenRequest, places: Observation['places']) => number> = {
  document: () => BOUND_MS,
  stylesheet: () => BOUND_MS,
  script: () => BOUND_MS,
  font: () => BOUND_MS,
  fetch: ({ isForeign }) => (isForeign ? 0 : BOUND_MS),
  xhr: ({ isForeign }) => (isForeign ? 0 : BOUND_MS),
  image: ({ address }, places) => IMAGE_PATIENCE[places[address] ?? 'nowhere'],
}

/** What is drawn nowhere may be on its way to its place, or count a visitor. */
const IMAGE_PATIENCE = { inside: BOUND_MS, outside: 0, nowhere: 500 }

/** Makes a judge of one page: says what it is still to be waited for, observation after observation. */
export function createJudge(): (observation: Observation) => Reason[] {
  /** By document and delay, the timer that is waited for; another one that was set meanwhile repeats it. */
  const followed = new Map<string, number>()
  let wasStirring = false
  let stirredAtMs = -Infinity

  function isFollowed(
    { id, delayMs, dueInMs }: Sight['timers'][number],
    place: number,
    atMs: number,
  ): boolean {
    if (dueInMs > SOON_MS || atMs + dueInMs > BOUND_MS) return false
    const wasThere = delayMs - dueInMs >= atMs
    const key = `${place} ${delayMs}`
    const first = followed.get(key) ?? id
    followed.set(key, first)
    return wasThere || first === id
  }

  return ({ sights, requests, places, hasMessengers, atMs }) => {
    if (atMs >= BOUND_MS) return []
    const isAsking = requests.some((request) => isWaitedFor(request, places))
    const hasTimers =
      sights.flatMap((sight, place) => sight.timers.filter((timer) => isFollowed(timer, place, atMs)))
        .length > 0
    const isStirring = isAsking || hasTimers
    if (isStirring || wasStirring) stirredAtMs = atMs
    wasStirring = isStirring
    const calmMs = atMs - stirredAtMs
    const isLasting = Math.min(calmMs, atMs) >= LASTING_MS
    const stillMs = Math.min(calmMs, ...sights.map(({ changedMsAgo = Infinity }) => changedMsAgo))
    const isUnder: Record<Reason, boolean> = {
      requests: isAsking,
      fonts: sights.some(({ isFontLoading }) => isFontLoading),
      animations: sights.some(({ animationsMs }) => animationsMs.some((leftMs) => atMs + leftMs <= BOUND_MS)),
      timers: hasTimers || (!isLasting && Math.min(stillMs, atMs) < tickMs(sights)),
      frames: !isLasting && sights.some(drawsFrames),
      changes: !isLasting && stillMs < STILL_MS,
      messages: !isLasting && hasMessengers && Math.min(stillMs, atMs) < SILENT_MS,
    }
    return (Object.keys(isUnder) as Reason[]).filter((reason) => isUnder[reason])
  }
}

/** How long nothing changes when the intervals of a page change nothing. */
function tickMs(sights: Sight[]): number {
  const short = sights.flatMap(({ intervalsMs }) => intervalsMs.filter((ms) => ms <= INTERVAL_MS))
  return short.length > 0 ? Math.max(...short) + STILL_MS : 0
}

function isWaitedFor(request: OpenRequest, places: Observation['places']): boolean {
  const patienceMs = PATIENCE[request.kind]?.(request, places) ?? 0
  return request.ageMs < patienceMs && request.answeredBefore < POLLED
}

function drawsFrames({ isFrameAsked, hasCanvas, idleFrames }: Sight): boolean {
  return isFrameAsked && (hasCanvas || idleFrames < IDLE_FRAMES)
}
