import { describe, expect, test } from '@jest/globals'
import { codes, type ErrorCode } from './codes.ts'

/** Codes of the published API. */
const specified =
  `NoApiKeySupplied UserNotFoundError ApiKeyNotFound ApiKeyWrongFormat ProjectNotFound ProjectNotEnabled
  NoPlan NotConfirmed NotActive FeatureNotAvailableOnPlan InvalidOptions InvalidTtl NoS3BucketConfigured
  RateLimitExceededError TrialUsageReached HTMLProcessError InvalidQuery NoUrlSupplied UrlWasNotAStringError
  InvalidURLExtensionError InvalidURLError URLDoesNotResolveError RenderTimeoutError TokenlessRequestsNotEnabled
  NoQuerySent TokenNotMatchedError EngineResponseNotOkError EngineAsyncResponseNotOkError TimedOutError
  NoRenderIdProvided`.split(/\s+/)

/** Our own codes, for conditions that the published API has no code for. */
const ours = `NavigationError RenderFailedError RenderCancelledError ServiceUnavailable InternalError NotFound
  RenderNotFound MethodNotAllowed BodyTooLarge TargetTooLong UnsupportedMediaType RangeNotSatisfiable IdempotencyKeyReused ConflictingStorageOptionsError
  DuplicateThumbnailSuffixError UploadFailedError AccountBlocked QuotaReached MalformedRequest RequestTimeout
  HeadersTooLarge`.split(/\s+/)

describe('error codes', () => {
  test('are exactly those of the published API and our own', () => {
    expect(Object.keys(codes).toSorted()).toEqual([...specified, ...ours].toSorted())
    expect(specified).toHaveLength(30)
  })

  test.each(Object.entries(codes))('%s has a known status and a message', (_, { status, message }) => {
    expect([400, 401, 404, 405, 408, 409, 413, 414, 415, 416, 429, 431, 500, 503]).toContain(status)
    expect(message).toMatch(/^[\x20-\x7e]+\.$/)
  })

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

  test('are retryable exactly when the status is 408, 429 or 5xx', () => {
    for (const { status, retryable } of Object.values(codes))
      expect(retryable).toBe(status === 408 || status === 429 || status >= 500)
  })
})
