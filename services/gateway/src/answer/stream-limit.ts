import { RenderError } from '@render/errors'

/** Limits open event streams. */
export interface StreamLimit {
  /**
   * Counts a stream until it is disposed.
   * @throws {RenderError} `RateLimitExceededError` when the project has too many, `ServiceUnavailable` when all have.
   */
  open(projectId: string): Disposable
}

const RETRY_AFTER_SECONDS = 5

export function createStreamLimit(limits: { project: number; all: number }): StreamLimit {
  const open = new Map<string, number>()
  let all = 0
  return {
    open(projectId) {
      const own = open.get(projectId) ?? 0
      if (own >= limits.project) {
        const message = `A project can have at most ${limits.project} event streams: close one, or poll the status.`
        throw new RenderError('RateLimitExceededError', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      if (all >= limits.all) {
        const message = 'Too many event streams are open: poll the status instead.'
        throw new RenderError('ServiceUnavailable', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
      }
      open.set(projectId, own + 1)
      all += 1
      return {
        [Symbol.dispose]() {
          all -= 1
          const left = open.get(projectId)! - 1
          if (left > 0) open.set(projectId, left)
          else open.delete(projectId)
        },
      }
    },
  }
}
