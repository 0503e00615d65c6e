// Serialised into the page: no imports, no closures.
import type { FollowedWork, LastChange } from './follow-work.ts'

/** What is under way in a document. */
export interface Sight {
  isFontLoading: boolean
  /** Milliseconds to the end of every animation that comes to one. */
  animationsMs: number[]
  timers: { id: number; delayMs: number; dueInMs: number }[]
  /** Of the timers that repeat themselves. */
  intervalsMs: number[]
  isFrameAsked: boolean
  /** How many frames were drawn since the first look, or since the last change. */
  idleFrames: number
  /** Whether there is a canvas, on which frames draw without a change of the document. */
  hasCanvas: boolean
  /** Milliseconds since the last change from the first look on; undefined while there was none. */
  changedMsAgo?: number
}

/** Looks at the document and at those in its frames that it may look into; with `hasCode`, once its scripts are idle. */
export async function lookAtDocument({ hasCode }: { hasCode: boolean }): Promise<Sight[]> {
  /** Behind what the page has to do at once; a page that always has something to do is looked at all the same. */
  const IDLE_TIMEOUT_MS = 50
  const CHANGES = { subtree: true, childList: true, attributes: true, characterData: true }

  const top = globalThis as unknown as Realm
  if (hasCode) await new Promise((resolve) => top.requestIdleCallback(resolve, { timeout: IDLE_TIMEOUT_MS }))
  return realmsOf(top).map(look)

  function realmsOf(realm: Realm): Realm[] {
    try {
      if (!realm.document.documentElement) return []
    } catch {
      return [] // Of another origin.
    }
    return [realm, ...Array.from({ length: realm.length }, (_, frame) => realmsOf(realm[frame]!)).flat()]
  }

  function look(realm: Realm): Sight {
    const { document } = realm
    const now = realm.performance.now()
    const work: FollowedWork = realm[Symbol.for('render.work')] ?? {
      timers: new Map(),
      intervals: new Map(),
      isFrameAsked: false,
      frames: 0,
    }
    work.change ??= watch(realm, work)
    const { at, frame } = work.change
    return {
      isFontLoading: document.fonts.status === 'loading',
      animationsMs: document.getAnimations().map(msToEnd).filter(Number.isFinite),
      timers: Array.from(work.timers, ([id, { delayMs, dueAt }]) => ({
        id,
        delayMs,
        dueInMs: dueAt - now,
      })).filter(({ dueInMs }) => dueInMs > 0),
      intervalsMs: [...work.intervals.values()],
      isFrameAsked: work.isFrameAsked,
      idleFrames: work.frames - frame,
      hasCanvas: document.querySelector('canvas') !== null,
      ...(at !== undefined && { changedMsAgo: now - at }),
    }
  }

  function watch({ document, performance, MutationObserver }: Realm, work: FollowedWork): LastChange {
    const onChange = () => (work.change = { at: performance.now(), frame: work.frames })
    new MutationObserver(onChange).observe(document, CHANGES)
    return { frame: work.frames }
  }

  function msToEnd({ playState, playbackRate, currentTime, effect }: Animation): number {
    const end = effect?.getComputedTiming().endTime
    if (playState !== 'running' || typeof end !== 'number' || typeof currentTime !== 'number') return Infinity
    return (playbackRate < 0 ? currentTime : end - currentTime) / Math.abs(playbackRate)
  }
}

interface Animation {
  playState: string
  playbackRate: number
  /** Numbers are milliseconds; what scrolling drives has other units. */
  currentTime: unknown
  effect: { getComputedTiming(): { endTime?: unknown } } | null
}

/** A window. */
interface Realm {
  readonly [key: symbol]: FollowedWork | undefined
  readonly [frame: number]: Realm
  readonly length: number
  readonly performance: { now(): number }
  readonly document: {
    documentElement: unknown
    fonts: { status: string }
    getAnimations(): Animation[]
    querySelector(selector: string): unknown
  }
  readonly MutationObserver: new (onChange: () => void) => { observe(target: unknown, what: object): void }
  requestIdleCallback(onIdle: (value: unknown) => void, options: { timeout: number }): void
}
