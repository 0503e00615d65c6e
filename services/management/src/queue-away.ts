import { RenderError } from '@render/errors'

const RETRY_AFTER_SECONDS = 5

/** What the queue answers. @throws {RenderError} `ServiceUnavailable` when it does not. */
export async function orQueueAway<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (cause) {
    throw new RenderError('ServiceUnavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
