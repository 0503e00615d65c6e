import type { Tab } from '../browser/tab.ts'
import { LOAD_END_MS } from './load-until-stopped.ts'
import { withoutFragment } from '../requests/without-fragment.ts'

/** A later refresh does not affect the first view of a page. */
const SOON_S = 1
/** Limit for the start of a navigation after it was due: the page may have taken it back. */
const START_MS = 1000
/** The protocol's events of the main frame's document. */
const EVENTS = { load: 'Page.loadEventFired', domcontentloaded: 'Page.domContentEventFired' } as const

/** The navigation of a page to another document. */
export interface NavigationState extends Disposable {
  /** Returns whether one is scheduled or under way; it ends with the event of the new document. */
  isPending(): boolean
  /** The number of documents so far. */
  readonly committedCount: number
  /** The number of documents up to the last one that reached its event. */
  readonly loadedCount: number
  /** The address of the document, if that is the browser's error page. */
  readonly failedUrl: string | undefined
  /** Resolves when the condition, which is asked at each change, holds. */
  until(isOver: () => boolean): Promise<void>
}

/** Tracks whether a page's main frame is going to another document, and has gone there. */
export function trackNavigationState(
  tab: Pick<Tab, 'session' | 'frameId' | 'time'>,
  event: keyof typeof EVENTS,
): NavigationState {
  let isScheduled = false
  let progress: 'none' | 'requested' | 'started' | 'committed' = 'none'
  /** The address of a navigation whose start was reported before its request: different processes report them. */
  let startedUrl: string | undefined
  let address = ''
  let committedCount = 0
  let loadedCount = 0
  let failedUrl: string | undefined
  let onChange = (): void => undefined
  const { on, after, cancelTimers, stop } = trackFrame(tab, () => onChange())
  const giveUp = (from: typeof progress): void => {
    if (progress === from) progress = 'none'
  }

  on('Page.frameScheduledNavigation', ({ url = '', delay = 0 }) => {
    // A page that refreshes itself after a time shows what is new.
    isScheduled = delay <= SOON_S && (delay === 0 || withoutFragment(url) !== address)
    if (isScheduled) after(delay * 1000 + START_MS, () => (isScheduled = false))
  })
  on('Page.frameClearedScheduledNavigation', () => (isScheduled = false))
  on('Page.frameRequestedNavigation', ({ url, disposition }) => {
    const hasStarted = url === startedUrl
    startedUrl = undefined
    if (hasStarted || disposition !== 'currentTab') return
    progress = 'requested'
    after(START_MS, () => giveUp('requested'))
  })
  on('Page.frameStartedNavigating', ({ url, navigationType = '' }) => {
    if (/sameDocument/i.test(navigationType)) return
    startedUrl = progress === 'requested' ? undefined : url
    progress = 'started'
  })
  on('Page.frameStoppedLoading', () => {
    // A response that is not a page, or no response, leaves the page where it is.
    if (progress === 'started' && startedUrl === undefined) progress = 'none'
    if (progress === 'committed') after(LOAD_END_MS, () => giveUp('committed'))
  })
  on('Page.frameNavigated', ({ frame }) => {
    cancelTimers()
    isScheduled = false
    startedUrl = undefined
    progress = 'committed'
    committedCount += 1
    address = withoutFragment(frame!.url)
    failedUrl = frame!.unreachableUrl
  })
  on(EVENTS[event], () => {
    loadedCount = committedCount
    giveUp('committed')
  })
  return {
    isPending: () => isScheduled || progress !== 'none',
    get committedCount() {
      return committedCount
    },
    get loadedCount() {
      return loadedCount
    },
    get failedUrl() {
      return failedUrl
    },
    until(isOver) {
      const { promise, resolve } = Promise.withResolvers<void>()
      onChange = () => {
        if (isOver()) resolve()
      }
      onChange()
      return promise
    },
    [Symbol.dispose]: stop,
  }
}

/** Calls back for events of a page's main frame and after times, and `onChange` after each, until it is stopped. */
function trackFrame(
  { session, frameId: main, time }: Pick<Tab, 'session' | 'frameId' | 'time'>,
  onChange: () => void,
) {
  const timers = new Set<() => void>()
  const listeners = new DisposableStack()
  const cancelTimers = (): void => {
    for (const cancel of timers) cancel()
    timers.clear()
  }
  const on = (name: PageEvent, act: (data: EventData) => void): void => {
    const listener = (data: EventData): void => {
      if ((data.frame?.id ?? data.frameId ?? main) !== main) return
      act(data)
      onChange()
    }
    session.on(name, listener)
    listeners.defer(() => void session.off(name, listener))
  }
  const after = (ms: number, act: () => void): void => {
    const cancel = time.after(ms, () => {
      act()
      onChange()
    })
    timers.add(cancel)
  }
  const stop = (): void => {
    cancelTimers()
    listeners.dispose()
  }
  return { on, after, cancelTimers, stop }
}

type PageEvent =
  | (typeof EVENTS)[keyof typeof EVENTS]
  | 'Page.frameScheduledNavigation'
  | 'Page.frameClearedScheduledNavigation'
  | 'Page.frameRequestedNavigation'
  | 'Page.frameStartedNavigating'
  | 'Page.frameStoppedLoading'
  | 'Page.frameNavigated'

/** The fields of these events. */
interface EventData {
  timestamp?: number
  frameId?: string
  frame?: { id: string; url: string; unreachableUrl?: string }
  /** In seconds. */
  delay?: number
  disposition?: string
  url?: string
  navigationType?: string
}
