/** The meaning of a code for HTTP clients. `message` is the default; the code that throws may pass a better one. */
export interface CodeEntry {
  status: number
  /** Whether the same request, unchanged, can succeed later. */
  retryable: boolean
  message: string
  /** Seconds after which the caller may retry, unless the code that throws knows better. */
  retryAfterSeconds?: number
}

/**
 * Every error code that a response of the Render API can carry.
 * Failures of the target have status 400, so that clients which retry every 5xx do not repeat them.
 */
export const codes = {
  NoApiKeySupplied: permanent(
    401,
    'No API key was sent: use the header "Authorization: Bearer <secret key>"; a secret key starts with "sk_".',
  ),
  ApiKeyWrongFormat: permanent(
    401,
    'The API key has the wrong format: it must be a secret key, which starts with "sk_".',
  ),
  ApiKeyNotFound: permanent(401, 'This API key does not exist.'),
  UserNotFoundError: permanent(401, 'No user belongs to this API key.'),
  ProjectNotFound: permanent(401, 'No project belongs to this API key.'),
  ProjectNotEnabled: permanent(401, 'The project of this API key is disabled.'),
  AccountBlocked: permanent(401, 'The organisation is blocked.'),
  NoPlan: permanent(400, 'The organisation has no plan.'),
  NotConfirmed: permanent(400, 'Please confirm your e-mail address first.'),
  NotActive: permanent(400, 'The subscription has expired.'),
  /** Some published clients know this code as `OptionNotAvailableOnPlan`. */
  FeatureNotAvailableOnPlan: permanent(400, 'This feature is not available on your plan.'),
  TrialUsageReached: permanent(400, 'The renders of the trial are used up.'),
  QuotaReached: permanent(400, 'The renders of the plan are used up for this period.'),
  RateLimitExceededError: retryable(
    429,
    'Too many requests: wait for the number of seconds in the Retry-After header.',
  ),

  InvalidOptions: permanent(400, 'Invalid options.'),
  InvalidTtl: permanent(400, 'The option "ttl" is invalid.'),
  InvalidQuery: permanent(400, 'The query string cannot be decoded.'),
  NoQuerySent: permanent(400, 'The link has no query string.'),
  NoUrlSupplied: permanent(400, 'Either "url" or "html" is required.'),
  NoRenderIdProvided: permanent(400, 'No render id was given: the path is /v1/render/{renderId}.'),
  NoS3BucketConfigured: permanent(400, 'No S3 bucket is configured for this project.'),
  ConflictingStorageOptionsError: permanent(400, 'Only one storage destination can be set for a file.'),
  DuplicateThumbnailSuffixError: permanent(400, 'Two thumbnails have the same suffix.'),
  UploadFailedError: permanent(400, 'A file could not be uploaded to the URL given for it.'),
  HTMLProcessError: permanent(400, 'The HTML could not be processed.'),
  TokenlessRequestsNotEnabled: permanent(401, 'This project does not allow render links without a token.'),
  TokenNotMatchedError: permanent(401, 'The token does not match the query string.'),

  UrlWasNotAStringError: permanent(400, 'The option "url" must be a string.'),
  InvalidURLError: permanent(400, 'The URL is not a valid http or https URL.'),
  InvalidURLExtensionError: permanent(400, 'The host name of the URL must end in a known top-level domain.'),
  URLDoesNotResolveError: permanent(400, 'The host of the URL does not resolve to a public IP address.'),
  NavigationError: permanent(400, 'The URL could not be loaded.'),
  RenderFailedError: permanent(400, 'The render failed because of a condition in the request.'),
  RenderCancelledError: permanent(400, 'The render was cancelled.'),

  RenderTimeoutError: retryable(500, 'The render timed out.'),
  TimedOutError: retryable(500, 'The request waited too long: poll the status of the render instead.'),
  EngineResponseNotOkError: retryable(500, 'The engine failed to render the page.'),
  EngineAsyncResponseNotOkError: retryable(500, 'The engine failed to render the page.'),
  InternalError: retryable(500, 'Something went wrong on our side.'),
  ServiceUnavailable: {
    ...retryable(503, 'The service is temporarily unavailable: try again shortly.'),
    retryAfterSeconds: 5,
  },

  MalformedRequest: permanent(400, 'The request is not valid HTTP/1.1.'),
  NotFound: permanent(404, 'No endpoint or file exists at this path.'),
  RenderNotFound: permanent(404, 'No render has this id.'),
  MethodNotAllowed: permanent(405, 'This path does not support this HTTP method.'),
  RequestTimeout: retryable(408, 'The request took too long to arrive.'),
  IdempotencyKeyReused: permanent(409, 'This Idempotency-Key belongs to another request: take a new one.'),
  BodyTooLarge: permanent(413, 'The request body is too large.'),
  TargetTooLong: permanent(414, 'The path and the query are longer than 32 kB: send the options in a POST.'),
  UnsupportedMediaType: permanent(
    415,
    'Send the options as application/json or application/x-www-form-urlencoded.',
  ),
  RangeNotSatisfiable: permanent(416, 'The range lies outside the file.'),
  HeadersTooLarge: permanent(431, 'The headers are too large: send the options in the body of a POST.'),
} satisfies Record<string, CodeEntry>

export type ErrorCode = keyof typeof codes

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(codes, value)
}

function permanent(status: number, message: string): CodeEntry {
  return { status, retryable: false, message }
}

function retryable(status: number, message: string): CodeEntry {
  return { status, retryable: true, message }
}
