import { describe, expect, test } from '@jest/globals'
import { codes, type ErrorCode } from './codes.ts'

/** The codes that the published API names. */
const specified =
  `NoApiKeySupplied UserNotFoundError ApiKeyNotFound ApiKeyWrongFormat ProjectNotFound ProjectNotEnabled
  NoPlan NotConfirmed NotActive FeatureNotAvailableOnPlan InvalidOptions InvalidTtl NoS3BucketConfigured
  RateLimitExceededError TrialUsageReached HTMLProcessError InvalidQuery NoUrlSupplied UrlWasNotAStringError
  InvalidURLExtensionError InvalidURLError URLDoesNotResolveError RenderTimeoutError TokenlessRequestsNotEnabled
  NoQuerySent TokenNotMatchedError EngineResponseNotOkError EngineAsyncResponseNotOkError TimedOutError
  NoRenderIdProvided`.split(/\s+/)

/** Ours beside them, each for a condition that the specification has no code for. */
const ours = `NavigationError RenderFailedError RenderCancelledError ServiceUnavailable InternalError NotFound
  RenderNotFound MethodNotAllowed BodyTooLarge UnsupportedMediaType RangeNotSatisfiable IdempotencyKeyReused ConflictingStorageOptionsError
  DuplicateThumbnailSuffixError UploadFailedError AccountBlocked QuotaReached`.split(/\s+/)

describe('error codes', () => {
  test('are those of the specification and ours, and no other', () => {
    expect(Object.keys(codes).toSorted()).toEqual([...specified, ...ours].toSorted())
    expect(specified).toHaveLength(30)
  })

  test.each(Object.entries(codes))(
    '%s has a status that clients know and a message',
    (_, { status, message }) => {
      expect([400, 401, 404, 405, 409, 413, 415, 416, 429, 500, 503]).toContain(status)
      expect(message).toMatch(/^[\x20-\x7e]+\.$/)
    },
  )

  test.each<[ErrorCode, number]>([
    ['ApiKeyNotFound', 401],
    ['ProjectNotEnabled', 401],
    ['NotConfirmed', 400],
    ['NavigationError', 400],
    ['URLDoesNotResolveError', 400],
    ['RateLimitExceededError', 429],
    ['RenderTimeoutError', 500],
    ['EngineResponseNotOkError', 500],
    ['ServiceUnavailable', 503],
  ])('%s is %i', (code, status) => {
    expect(codes[code].status).toBe(status)
  })

  test('that no answer has yet only become fewer', () => {
    const planned = Object.entries(codes).filter(([, { planned }]) => planned !== undefined)
    expect(planned.length).toBeLessThanOrEqual(5)
  })

  test('what the caller must change is not retryable, what passes by itself is', () => {
    for (const { status, retryable } of Object.values(codes))
      expect(retryable).toBe(status === 429 || status >= 500)
  })
})
