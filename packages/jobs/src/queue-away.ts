import { RenderError } from '@render/errors'

const RETRY_AFTER_SECONDS = 2

/** The result of a call to the queue; its failure is `ServiceUnavailable`, since calls fail only when Redis is away. */
export async function orQueueAway<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (cause) {
    throw new RenderError('ServiceUnavailable', { cause, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
