import { RenderError } from '@render/errors'

/** Limits how often a client may ask about ids and keys that do not exist. */
export interface QuestionLimit {
  /**
   * Asks management for a client. Only a question without an answer counts, but a client whose questions are used up may ask
   * none.
   * @throws {RenderError} `RateLimitExceededError`.
   */
  ask<T>(client: string, question: () => Promise<T | undefined>): Promise<T | undefined>
}

interface Bucket {
  left: number
  at: number
}

const MINUTE_MS = 60_000
/** Further clients replace the one that was seen first. */
const MOST_CLIENTS = 10_000

/** Creates a bucket of one minute's questions for each client, which fills evenly; with 0 there is no limit. */
export function createQuestionLimit(
  perMinute: number,
  now: () => number = () => performance.now(),
): QuestionLimit {
  const buckets = new Map<string, Bucket>()

  function bucketOf(client: string): Bucket {
    const { left, at } = buckets.get(client) ?? { left: perMinute, at: now() }
    const filled = Math.min(perMinute, left + ((now() - at) * perMinute) / MINUTE_MS)
    const bucket = { left: filled, at: now() }
    buckets.delete(client)
    buckets.set(client, bucket)
    if (buckets.size > MOST_CLIENTS) buckets.delete(buckets.keys().next().value!)
    return bucket
  }

  return {
    async ask(client, question) {
      if (perMinute === 0) return question()
      const bucket = bucketOf(client)
      if (bucket.left < 1) {
        const retryAfterSeconds = Math.ceil(((1 - bucket.left) * MINUTE_MS) / perMinute / 1000)
        const message = 'Too many unknown ids or keys from this address: retry after the time in Retry-After.'
        throw new RenderError('RateLimitExceededError', { message, retryAfterSeconds })
      }
      bucket.left -= 1
      const giveBack = () => {
        const current = buckets.get(client)
        if (current) current.left += 1
      }
      try {
        const answer = await question()
        if (answer !== undefined) giveBack()
        return answer
      } catch (error) {
        giveBack()
        throw error
      }
    },
  }
}
