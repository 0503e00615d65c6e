import { ANSWER_WITHIN_MS } from '@render/directory'
import { RenderError } from '@render/errors'
import { isDatabaseAway } from '../database-away.ts'

const RETRY_AFTER_SECONDS = 5

/**
 * What a query of the internal API gives. Callers are told in time that the database is away, however it hangs.
 * @throws {RenderError} `ServiceUnavailable` then, `NotFound` when the query finds nothing.
 */
export async function answerFromDatabase<T>(what: string, query: Promise<T | undefined>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('The database took too long.')), ANSWER_WITHIN_MS)
  try {
    const found = await Promise.race([query, late.promise])
    if (found === undefined) throw new RenderError('NotFound', { message: `There is no such ${what}.` })
    return found
  } catch (error) {
    if (error instanceof RenderError || !isDatabaseAway(error)) throw error
    throw new RenderError('ServiceUnavailable', { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS })
  } finally {
    clearTimeout(timer)
  }
}
