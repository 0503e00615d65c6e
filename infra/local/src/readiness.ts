/** Something that is waited for, again and again: each wait ends with the success or failure of the current try. */
export interface Readiness {
  /** A new try; waits that are pending go on. */
  begin(): void
  succeed(): void
  fail(error: Error): void
  wait(): Promise<void>
}

export function createReadiness(): Readiness {
  let settled = false
  let current = Promise.withResolvers<void>()
  unobserved(current.promise)

  return {
    begin() {
      if (!settled) return
      settled = false
      current = Promise.withResolvers<void>()
      unobserved(current.promise)
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

/** A failure that nobody waits for is no unhandled one. */
function unobserved(promise: Promise<void>): void {
  promise.catch(() => {})
}
