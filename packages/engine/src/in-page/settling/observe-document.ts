import { trackedWork, type TrackedRealm } from './tracked-work.ts'
import { isStill } from './is-still.ts'

/** Describes the work that is under way in a document. */
export interface DocumentActivity {
  isFontLoading: boolean
  /** The milliseconds that remain of each animation that has an end. */
  animationsMs: number[]
  timers: { id: number; delayMs: number; dueInMs: number }[]
  /** The delays of repeating timers. */
  intervalsMs: number[]
  isFrameRequested: boolean
  /** The number of frames painted since the first look, or since the last change; only the latest few are counted. */
  idleFrames: number
  /** True when there is a canvas, on which frames draw without a change of the document. */
  hasCanvas: boolean
  /** Milliseconds since the first look. */
  trackedMs: number
  /** Milliseconds since the last change after the first look; undefined when there was none. */
  changedMsAgo?: number
  /** True when the scripts of the page left no pause in which to look at it. */
  isBusy: boolean
}

interface Look {
  hasCode: boolean
  idleMs?: number
}

/**
 * Looks at the document and at the documents of frames that it may access. With `hasCode`, it does so in a pause of its scripts,
 * for which it waits up to `idleMs` if that is set, and after the timers that are due, which a busy machine runs late. A still page
 * is not waited for: it would be painted meanwhile, and once more by the capture.
 */
export async function observeDocument({ hasCode, idleMs }: Look): Promise<DocumentActivity[]> {
  /** The number of documents that are looked at, because our world takes memory in each frame. */
  const MAX_FRAMES = 50
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true }

  const top = globalThis as unknown as Realm
  const { didTimeout: isBusy, now: asOf } = await pause()
  const lateMs = top.performance.now() - asOf
  return realmsOf(top).take(MAX_FRAMES).map(look).toArray()

  async function pause(): Promise<{ didTimeout: boolean; now: number }> {
    if (!hasCode || isStill()) return { didTimeout: false, now: top.performance.now() }
    const { didTimeout } = await new Promise<{ didTimeout: boolean }>((resolve) => {
      if (idleMs === undefined) resolve({ didTimeout: false })
      else top.requestIdleCallback(resolve, { timeout: idleMs })
    })
    const now = top.performance.now()
    await new Promise((resolve) => top.setTimeout(resolve, 0))
    return { didTimeout, now }
  }

  function* realmsOf(realm: Realm): Generator<Realm, void> {
    try {
      if (!realm.document.documentElement) return
    } catch {
      return // The frame has another origin.
    }
    yield realm
    for (let frame = 0; frame < realm.length; frame += 1) yield* realmsOf(realm[frame]!)
  }

  function look(realm: Realm): DocumentActivity {
    const { document } = realm
    // Nothing that was due at this time is missing.
    const now = realm.performance.now() - lateMs
    const { timers, intervalsMs, isFrameRequested, framesAt } = trackedWork(realm)
    const { firstLookAt, changedAt } = (realm.renderChanges ??= trackChanges(realm))
    return {
      isFontLoading: document.fonts.status === 'loading',
      animationsMs: document.getAnimations().map(msToEnd).filter(Number.isFinite),
      timers: timers
        .map(({ id, delayMs, dueAt }) => ({ id, delayMs, dueInMs: dueAt - now }))
        .filter(({ dueInMs }) => dueInMs > 0),
      intervalsMs,
      isFrameRequested,
      idleFrames: framesAt.filter((at) => at > (changedAt ?? firstLookAt)).length,
      hasCanvas: document.querySelector('canvas') !== null,
      trackedMs: Math.max(0, now - firstLookAt),
      ...(changedAt !== undefined && { changedMsAgo: Math.max(0, now - changedAt) }),
      isBusy,
    }
  }

  function trackChanges({ document, performance, MutationObserver }: Realm): Changes {
    const changes: Changes = { firstLookAt: performance.now() }
    const onChange = () => (changes.changedAt = performance.now())
    new MutationObserver(onChange).observe(document, CHANGES)
    return changes
  }

  function msToEnd({ playState, playbackRate, currentTime, effect }: Animation): number {
    const end = effect?.getComputedTiming().endTime
    if (playState !== 'running' || typeof end !== 'number' || typeof currentTime !== 'number') return Infinity
    return (playbackRate < 0 ? currentTime : end - currentTime) / Math.abs(playbackRate)
  }
}

/** The times of the first look at a document and of its last change, by the document's own clock. */
interface Changes {
  firstLookAt: number
  changedAt?: number
}

interface Animation {
  playState: string
  playbackRate: number
  /** A number in milliseconds; animations that scrolling drives have values in other units. */
  currentTime: unknown
  effect: { getComputedTiming(): { endTime?: unknown } } | null
}

/** The window of our isolated world in a frame. */
interface Realm extends TrackedRealm {
  readonly [frame: number]: Realm
  readonly length: number
  renderChanges?: Changes
  readonly performance: TrackedRealm['performance'] & { now(): number }
  readonly document: {
    documentElement: unknown
    fonts: { status: string }
    getAnimations(): Animation[]
    querySelector(selector: string): unknown
  }
  readonly MutationObserver: new (onChange: () => void) => { observe(target: unknown, what: object): void }
  requestIdleCallback(onIdle: (deadline: { didTimeout: boolean }) => void, options: { timeout: number }): void
  setTimeout(callback: (value: unknown) => void, ms: number): void
}
