/** The readiness of a process that may restart: each wait settles with the result of the current attempt. */
export interface Readiness {
  /** Begins a new attempt; pending waits continue. */
  begin(): void
  succeed(): void
  fail(error: Error): void
  wait(): Promise<void>
}

export function createReadiness(): Readiness {
  let settled = false
  let current = Promise.withResolvers<void>()
  ignoreUnhandled(current.promise)

  return {
    begin() {
      if (!settled) return
      settled = false
      current = Promise.withResolvers<void>()
      ignoreUnhandled(current.promise)
    },
    succeed() {
      settled = true
      current.resolve()
    },
    fail(error) {
      settled = true
      current.reject(error)
    },
    wait: () => current.promise,
  }
}

/** Prevents an unhandled rejection when nobody waits. */
function ignoreUnhandled(promise: Promise<void>): void {
  promise.catch(() => {})
}
