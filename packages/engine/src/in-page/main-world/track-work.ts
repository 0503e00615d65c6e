/** Lists the callbacks that a document has requested, as `trackedWork` reads them. */
export interface TrackedWork {
  /** The timers that have not fired yet. */
  timers: { id: number; delayMs: number; dueAt: number }[]
  /** The delays of repeating timers. */
  intervalsMs: number[]
  /** True while a requested frame is not painted yet. */
  isFrameRequested: boolean
  /** The times at which the latest requested frames were painted, by the document's `performance.now`. */
  framesAt: number[]
}

type Wrapped = 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval' | 'requestAnimationFrame'
type Native = (...args: unknown[]) => unknown

declare const performance: {
  now(): number
  addEventListener(type: string, listener: () => void): void
  dispatchEvent(event: object): boolean
}
declare const CustomEvent: new (type: string, init: { detail: TrackedWork }) => object

/**
 * Wraps the functions by which a document requests callbacks. Reports them to our isolated world, which cannot see the
 * page's objects, by events on `performance`, because a document that is reopened by `document.open` keeps the listeners
 * of that object. Uses only functions taken from the document at its start, because the page may replace any of them.
 */
export function trackWork(): void {
  /** When there are more timers than this, those that are past due are removed. */
  const CROWD = 500
  /** The number of latest frames to keep; no reader needs more. */
  const FRAMES = 4
  const KEY = Symbol.for('render.work')

  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })

  const realm = globalThis as unknown as Record<Wrapped, Native>
  const { apply } = Reflect
  const toNumber = Number
  const Answer = CustomEvent
  const now = performance.now.bind(performance)
  const dispatch = performance.dispatchEvent.bind(performance)
  /** Keyed by timer id. Plain objects and loops are used, because the page may replace methods of `Map` and `Array`. */
  const timers: Record<number, { delayMs: number; dueAt: number }> = Object.create(null)
  const intervals: Record<number, number> = Object.create(null)
  const framesAt: number[] = []
  let timerCount = 0
  let frameCount = 0
  let isFrameRequested = false

  const wrap = (name: Wrapped, call: (native: Native, self: unknown, args: unknown[]) => unknown) => {
    realm[name] = new Proxy(realm[name], { apply: call })
  }
  const forget = (id: number): void => {
    if (id in timers) timerCount -= 1
    delete timers[id]
    delete intervals[id]
  }
  const onFrame = (): void => {
    isFrameRequested = false
    framesAt[frameCount % FRAMES] = now()
    frameCount += 1
  }
  wrap('setTimeout', (native, self, args) => {
    const id = apply(native, self, args) as number
    const at = now()
    const delayMs = toNumber(args[1]) || 0
    if (timerCount > CROWD) for (const other in timers) if (timers[other]!.dueAt < at) forget(toNumber(other))
    timers[id] = { delayMs, dueAt: at + delayMs }
    timerCount += 1
    return id
  })
  wrap('setInterval', (native, self, args) => {
    const id = apply(native, self, args) as number
    intervals[id] = toNumber(args[1]) || 0
    return id
  })
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    wrap(name, (native, self, args) => {
      forget(args[0] as number)
      return apply(native, self, args)
    })
  wrap('requestAnimationFrame', (native, self, args) => {
    // Our frame is requested before the page's, so that a frame that the page requests inside it counts as the next one.
    if (!isFrameRequested) native(onFrame)
    isFrameRequested = true
    return apply(native, self, args)
  })

  performance.addEventListener('render.work.question', () => {
    const detail: TrackedWork = { timers: [], intervalsMs: [], isFrameRequested, framesAt }
    for (const id in timers) detail.timers[detail.timers.length] = { id: toNumber(id), ...timers[id]! }
    for (const id in intervals) detail.intervalsMs[detail.intervalsMs.length] = intervals[id]!
    dispatch(new Answer('render.work.answer', { detail }))
  })
}
