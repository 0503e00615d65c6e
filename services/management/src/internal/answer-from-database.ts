import { withTimeout } from '@render/async'
import { RenderError } from '@render/errors'
import { ANSWER_WITHIN_MS } from '@render/management-client'
import { isDatabaseUnavailable } from '../database/database-unavailable.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * Returns the result of a query, or fails within `ANSWER_WITHIN_MS`, so that callers get an answer even if the database
 * hangs. `resource` is named in the 404.
 * @throws {RenderError} `ServiceUnavailable` when the database is unavailable, `NotFound` when the result is undefined.
 */
export async function answerFromDatabase<T>(resource: string, query: Promise<T | undefined>): Promise<T> {
  try {
    const found = await withTimeout(query, ANSWER_WITHIN_MS, () => {
      throw new Error('The database took too long.')
    })
    if (found === undefined) throw new RenderError('NotFound', { message: `There is no such ${resource}.` })
    return found
  } catch (error) {
    if (error instanceof RenderError || !isDatabaseUnavailable(error)) throw error
    throw new RenderError('ServiceUnavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}
