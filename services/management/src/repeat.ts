/** Does something at once and again and again. Disposing stops it, and the signal that it is given. */
export function repeat(
  work: (signal: AbortSignal) => Promise<void>,
  everyMs: number,
  onFailure: (error: Error) => void,
): Disposable {
  const stop = new AbortController()
  const workQuietly = () => void work(stop.signal).catch(onFailure)
  workQuietly()
  const timer = setInterval(workQuietly, everyMs)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      stop.abort()
    },
  }
}
