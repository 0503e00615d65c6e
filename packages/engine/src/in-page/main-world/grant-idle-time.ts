interface IdleDeadline {
  didTimeout: boolean
  timeRemaining: () => number
}

type Native = (...args: unknown[]) => unknown

/**
 * Makes `requestIdleCallback` of a page whose time is stepped a timer: the browser grants such a page no idle time between
 * frames. `timeRemaining()` returns less with each call, because no time passes while a script runs.
 */
export function grantIdleTime(): void {
  /** The time until the next idle period, its length, and what one look takes of it; in milliseconds. */
  const NEXT_MS = 16
  const PERIOD_MS = 50
  const LOOK_MS = 0.1

  const realm = globalThis as unknown as Record<'requestIdleCallback' | 'cancelIdleCallback', Native>
  const { setTimeout: start, clearTimeout: stop } = globalThis as unknown as Record<string, Native>
  const { apply } = Reflect

  const deadline = (): IdleDeadline => {
    let leftMs = PERIOD_MS
    return {
      didTimeout: false,
      timeRemaining() {
        leftMs = leftMs > LOOK_MS ? leftMs - LOOK_MS : 0
        return leftMs
      },
    }
  }
  // A proxy of the native function looks like it to the page.
  realm.requestIdleCallback = new Proxy(realm.requestIdleCallback, {
    apply(native, self, args: unknown[]) {
      const [callback] = args
      // The native function throws for what is no function.
      if (typeof callback !== 'function') return apply(native, self, args)
      return start!(() => void apply(callback as Native, undefined, [deadline()]), NEXT_MS)
    },
  })
  realm.cancelIdleCallback = new Proxy(realm.cancelIdleCallback, {
    apply: (_native, _self, [id]: unknown[]) => stop!(id),
  })
}
