type Native = (...args: unknown[]) => unknown

interface Realm {
  readonly Performance: { prototype: { now: Native } }
  readonly performance: object
  Date: DateConstructor
}

/**
 * Lets loops end that wait on a clock, in a page whose time is stepped: no time passes there while a script runs. After
 * thousands of equal readings, `performance.now()`, `Date.now()` and `new Date()` return slowly growing times. These depend on
 * the number of readings only. Later readings stay at the last one until the page's time has reached it, so that no clock runs
 * back.
 */
export function advanceReadings(): void {
  /** A page that draws thousands of things may read the clock for each of them. */
  const FREE_READINGS = 5000
  /** Then each tenth reading is later by a tenth of a millisecond, which is the resolution of the page's clock. */
  const READINGS_PER_TICK = 10
  const TICKS_PER_MS = 10
  const KEY = Symbol.for('render.readings')

  // The next document of a frame may reuse the window of the first one.
  if (KEY in globalThis) return
  Object.defineProperty(globalThis, KEY, { value: true })

  const realm = globalThis as unknown as Realm
  const { Date: NativeDate, performance, Performance } = realm
  const { apply, construct } = Reflect
  const { floor } = Math
  const { now: nativeNow } = Performance.prototype
  const nativeDate = NativeDate.now.bind(NativeDate)
  // oxlint-disable-next-line typescript/unbound-method
  const { toString } = NativeDate.prototype

  let lastMs = 0
  let readings = 0
  let aheadMs = 0
  let latestDate = 0

  /** Counts a reading, and returns how far it is ahead of the page's time. */
  const readAhead = (): number => {
    const nowMs = apply(nativeNow, performance, []) as number
    if (nowMs === lastMs) {
      readings += 1
      if (readings > FREE_READINGS && readings % READINGS_PER_TICK === 0) aheadMs += 1 / TICKS_PER_MS
      return aheadMs
    }
    const passedMs = nowMs - lastMs
    aheadMs = passedMs < aheadMs ? aheadMs - passedMs : 0
    lastMs = nowMs
    readings = 0
    return aheadMs
  }
  const readDate = (): number => {
    const date = floor(nativeDate() + readAhead())
    // The native date has lost its part of a millisecond.
    if (date > latestDate) latestDate = date
    return latestDate
  }

  // Proxies of native functions look like them to the page.
  Performance.prototype.now = new Proxy(nativeNow, {
    apply: (native, self, args: unknown[]) => (apply(native, self, args) as number) + readAhead(),
  })
  NativeDate.now = new Proxy(NativeDate.now, { apply: readDate })
  realm.Date = new Proxy(NativeDate, {
    construct: (native, args: unknown[], target) =>
      construct(native, args.length > 0 ? args : [readDate()], target) as object,
    apply: () => apply(toString, new NativeDate(readDate()), []),
  })
  NativeDate.prototype.constructor = realm.Date
}
