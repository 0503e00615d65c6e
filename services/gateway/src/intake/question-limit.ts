import { RenderError } from '@render/errors'
import { createBuckets } from '@render/http'

/** Limits how often a client may ask about ids and keys that do not exist. */
export interface QuestionLimit {
  /**
   * Asks management for a client. Only a question without an answer counts, but a client whose questions are used up may ask
   * none.
   * @throws {RenderError} `RateLimitExceededError`.
   */
  ask<T>(client: string, question: () => Promise<T | undefined>): Promise<T | undefined>
}

/** Creates a bucket of one minute's questions for each client, which fills evenly; with 0 there is no limit. */
export function createQuestionLimit(perMinute: number, now?: () => number): QuestionLimit {
  const buckets = createBuckets(perMinute, now)
  return {
    async ask(client, question) {
      const retryAfterSeconds = buckets.take(client)
      if (retryAfterSeconds > 0) {
        const message = 'Too many unknown ids or keys from this address: retry after the time in Retry-After.'
        throw new RenderError('RateLimitExceededError', { message, retryAfterSeconds })
      }
      try {
        const answer = await question()
        if (answer !== undefined) buckets.giveBack(client)
        return answer
      } catch (error) {
        buckets.giveBack(client)
        throw error
      }
    },
  }
}
