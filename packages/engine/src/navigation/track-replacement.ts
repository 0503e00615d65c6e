import type { Tab } from '../browser/tabs.ts'

/** A refresh that is due later is for a visitor who stays. */
const SOON_S = 1
/** Limit for the start of a navigation after it was due: the page may have taken it back. */
const BEGIN_MS = 1000
/** The protocol's events of the main frame's document. */
const EVENTS = { load: 'Page.loadEventFired', domcontentloaded: 'Page.domContentEventFired' } as const

/** The replacement of a page's document by another one. */
export interface Replacement extends Disposable {
  /** Returns whether one is scheduled or under way; it ends with the event of the new document. */
  isDue(): boolean
  /** The number of documents so far. */
  readonly documents: number
  /** The address of the document, if that is the browser's error page. */
  readonly unreachable: string | undefined
}

/** Tracks the documents of a page's main frame, and calls `onChange` when something about them may have changed. */
export function trackReplacement(
  { session, frameId: main, time }: Pick<Tab, 'session' | 'frameId' | 'time'>,
  event: keyof typeof EVENTS,
  onChange: () => void,
): Replacement {
  let isScheduled = false
  let progress: 'none' | 'asked' | 'begun' | 'arrived' = 'none'
  /** The address of a navigation that began before its request was known: they are told by different processes. */
  let unasked: string | undefined
  let documents = 0
  let unreachable: string | undefined
  const stack = new DisposableStack()

  function on(name: PageEvent, act: (data: EventData) => void): void {
    const listener = (data: EventData): void => {
      const id = data.frame?.id ?? data.frameId ?? main
      if (id !== main) return
      act(data)
      onChange()
    }
    session.on(name, listener)
    stack.defer(() => void session.off(name, listener))
  }
  function after(ms: number, act: () => void): void {
    const cancel = time.after(ms, () => {
      act()
      onChange()
    })
    stack.defer(cancel)
  }

  on('Page.frameScheduledNavigation', ({ delay = 0 }) => {
    isScheduled = delay <= SOON_S
    if (isScheduled) after(delay * 1000 + BEGIN_MS, () => (isScheduled = false))
  })
  on('Page.frameClearedScheduledNavigation', () => (isScheduled = false))
  on('Page.frameRequestedNavigation', ({ url, disposition }) => {
    const hasBegun = url === unasked
    unasked = undefined
    if (hasBegun || disposition !== 'currentTab') return
    progress = 'asked'
    after(BEGIN_MS, () => {
      if (progress === 'asked') progress = 'none'
    })
  })
  on('Page.frameStartedNavigating', ({ url, navigationType = '' }) => {
    if (/sameDocument/i.test(navigationType)) return
    unasked = progress === 'asked' ? undefined : url
    progress = 'begun'
  })
  // A response that is not a page, or no response, leaves the page where it is.
  on('Page.frameStoppedLoading', () => {
    if (progress !== 'asked') progress = 'none'
  })
  on('Page.frameNavigated', ({ frame }) => {
    isScheduled = false
    progress = 'arrived'
    documents += 1
    unreachable = frame?.unreachableUrl
  })
  on(EVENTS[event], () => {
    if (progress === 'arrived') progress = 'none'
  })
  return {
    isDue: () => isScheduled || progress !== 'none',
    get documents() {
      return documents
    },
    get unreachable() {
      return unreachable
    },
    [Symbol.dispose]: () => stack.dispose(),
  }
}

type PageEvent =
  | (typeof EVENTS)[keyof typeof EVENTS]
  | 'Page.frameScheduledNavigation'
  | 'Page.frameClearedScheduledNavigation'
  | 'Page.frameRequestedNavigation'
  | 'Page.frameStartedNavigating'
  | 'Page.frameStoppedLoading'
  | 'Page.frameNavigated'

/** What these events tell. */
interface EventData {
  timestamp?: number
  frameId?: string
  frame?: { id: string; unreachableUrl?: string }
  /** In seconds. */
  delay?: number
  disposition?: string
  url?: string
  navigationType?: string
}
