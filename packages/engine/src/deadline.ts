import { RenderError } from '@render/errors'

/** Ends a render from outside: at its timeout, when its caller cancels it, or when its browser crashes. */
export interface Deadline extends Disposable {
  /** Aborted when the render is over, however it ended. */
  readonly signal: AbortSignal
  /**
   * Returns the result of the work, or rejects with the failure if that comes first; the work may then continue
   * unobserved.
   */
  race<T>(work: T | Promise<T>): Promise<T>
  /** @throws the failure when the render has to end. */
  check(): void
  /** Ends the render with an error; later errors are ignored. */
  fail: (error: Error) => void
}

/** Starts the deadline of a render that may take `timeoutMs` and that its caller may cancel by `signal`. */
export function startDeadline(timeoutMs: number, signal: AbortSignal): Deadline {
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
