/** How long a result is returned again, and how long a failure: requests are paid for. */
const AGES_MS = { result: 10_000, failure: 2000 }

/**
 * Returns a function that returns the latest result, or failure, of a measurement, and measures in the background when that
 * is old. Only the first call waits.
 */
export function remembered<T>(measure: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | undefined
  let nextAt = 0

  async function measureAgain(): Promise<void> {
    nextAt = Infinity
    const measuring = measure()
    latest ??= measuring
    const ageMs = await measuring.then(
      () => AGES_MS.result,
      () => AGES_MS.failure,
    )
    latest = measuring
    nextAt = Date.now() + ageMs
  }

  return () => {
    if (Date.now() >= nextAt) void measureAgain()
    return latest!
  }
}
