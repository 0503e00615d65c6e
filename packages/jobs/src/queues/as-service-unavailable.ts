import { RenderError } from '@render/errors'

const RETRY_AFTER_SECONDS = 2

/** Returns the result of a call to Redis; rejects with `ServiceUnavailable` when it fails, because only Redis's absence makes it fail. */
export async function asServiceUnavailable<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new RenderError('ServiceUnavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
