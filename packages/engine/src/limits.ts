import { RenderError } from '@render/errors'

/** What can end a render from outside: its deadline, its caller, the death of its browser. */
export interface Limits extends Disposable {
  /** Aborted when the render is over, however it ended. */
  readonly signal: AbortSignal
  /** The work's result, or the failure that came first; the work itself may then go on unheard. */
  race<T>(work: T | Promise<T>): Promise<T>
  /** Throws when the render is to end. */
  check(): void
  /** Ends the render. */
  fail: (error: Error) => void
}

/** Limits of a render that may take `timeoutMs` and that its caller may cancel by `signal`. */
export function startLimits(timeoutMs: number, signal: AbortSignal): Limits {
  const { promise: failure, reject } = Promise.withResolvers<never>()
  failure.catch(() => undefined)
  const over = new AbortController()

  function fail(error: Error): void {
    if (over.signal.aborted) return
    reject(error)
    over.abort(error)
  }

  const cancel = () =>
    fail(signal.reason instanceof RenderError ? signal.reason : new RenderError('RenderCancelledError'))
  const deadline = setTimeout(() => fail(new RenderError('RenderTimeoutError')), timeoutMs)
  signal.addEventListener('abort', cancel, { once: true })
  if (signal.aborted) cancel()

  return {
    signal: over.signal,
    race: (work) => Promise.race([failure, work]),
    check: () => over.signal.throwIfAborted(),
    fail,
    [Symbol.dispose]() {
      clearTimeout(deadline)
      signal.removeEventListener('abort', cancel)
      over.abort()
    },
  }
}
