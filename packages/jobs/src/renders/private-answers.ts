// Answers of renders with `secure_mode`. They lie sealed beside the queue, whose jobs and events contain nothing of them.
import type { Redis } from 'ioredis'

/** Answers by the ids of their renders, each until it was sent, and for `PRIVATE_ANSWER_KEPT_MS` at most. */
export interface PrivateAnswers {
  store(renderId: string, sealed: string): Promise<void>
  find(renderId: string): Promise<string | undefined>
  remove(renderId: string): Promise<void>
}

/** How long an answer that may be sent only once is kept: less than a minute after the end of its render. */
export const PRIVATE_ANSWER_KEPT_MS = 45_000

export function createPrivateAnswers(redis: Redis): PrivateAnswers {
  const keyOf = (renderId: string) => `render-answer:${renderId}`
  return {
    async store(renderId, sealed) {
      await redis.set(keyOf(renderId), sealed, 'PX', PRIVATE_ANSWER_KEPT_MS)
    },
    async find(renderId) {
      return (await redis.get(keyOf(renderId))) ?? undefined
    },
    async remove(renderId) {
      await redis.del(keyOf(renderId))
    },
  }
}
