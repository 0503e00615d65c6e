/** What a code means to HTTP clients. `message` is the default text; a thrower may give a better one. */
export interface CodeEntry {
  status: number
  /** Whether the same request can succeed later without being changed. */
  retryable: boolean
  message: string
  /** The feature that will bring a code which no answer has yet. */
  planned?: string
}

/**
 * Every error code an answer of the Render API can carry.
 * The target's own faults are the caller's (400), so that clients which retry every 5xx do not repeat them.
 */
export const codes = {
  NoApiKeySupplied: fault(401, 'No API key was sent: use the header "Authorization: Bearer <API key>".'),
  ApiKeyWrongFormat: fault(
    401,
    'The API key is not in the right form: it is a secret key starting with "sk_".',
  ),
  ApiKeyNotFound: fault(401, 'This API key does not exist.'),
  UserNotFoundError: fault(401, 'No user belongs to this API key.'),
  ProjectNotFound: fault(401, 'No project belongs to this API key.'),
  ProjectNotEnabled: fault(401, 'The project of this API key is disabled.'),
  AccountBlocked: fault(401, 'The organisation is blocked.'),
  NoPlan: fault(400, 'The organisation has no plan.'),
  NotConfirmed: fault(400, 'Please confirm your e-mail address first.'),
  NotActive: fault(400, 'The subscription has expired.'),
  /** Older clients of the reference service know it as `OptionNotAvailableOnPlan`. */
  FeatureNotAvailableOnPlan: fault(400, 'This feature is not available on your plan.'),
  TrialUsageReached: fault(400, 'The renders of the trial are used up.'),
  QuotaReached: fault(400, 'The renders of the plan are used up for this period.'),
  RateLimitExceededError: passing(429, 'Too many requests: wait as long as Retry-After says.'),

  InvalidOptions: fault(400, 'Invalid options.'),
  InvalidTtl: fault(400, 'The option "ttl" is invalid.'),
  InvalidQuery: planned('render links', fault(400, 'The query string cannot be decoded.')),
  NoQuerySent: planned('render links', fault(400, 'The link has no query string.')),
  NoUrlSupplied: fault(400, 'Either "url" or "html" is required.'),
  NoRenderIdProvided: fault(400, 'No render id was given: the path is /v1/render/{renderId}.'),
  NoS3BucketConfigured: planned('object stores', fault(400, 'No S3 bucket is configured for this project.')),
  ConflictingStorageOptionsError: fault(400, 'The file can be stored in one way only.'),
  DuplicateThumbnailSuffixError: fault(400, 'Two thumbnails have the same suffix.'),
  UploadFailedError: fault(400, 'A file could not be uploaded to the address given for it.'),
  HTMLProcessError: fault(400, 'The HTML could not be processed.'),
  TokenlessRequestsNotEnabled: planned(
    'render links',
    fault(401, 'This project does not allow render links without a token.'),
  ),
  TokenNotMatchedError: planned('render links', fault(401, 'The token does not match the query string.')),

  UrlWasNotAStringError: fault(400, 'The option "url" must be a string.'),
  InvalidURLError: fault(400, 'The address is not a valid http or https address.'),
  InvalidURLExtensionError: fault(400, 'The host of the address ends in no known top-level domain.'),
  URLDoesNotResolveError: fault(400, 'The host of the address does not resolve to a public address.'),
  NavigationError: fault(400, 'The address could not be loaded.'),
  RenderFailedError: fault(400, 'A condition of the request made the render fail.'),
  RenderCancelledError: fault(400, 'The render was cancelled.'),

  RenderTimeoutError: passing(500, 'The render timed out.'),
  TimedOutError: passing(500, 'The request waited too long: poll the status of the render instead.'),
  EngineResponseNotOkError: passing(500, 'The engine could not make the render.'),
  EngineAsyncResponseNotOkError: passing(500, 'The engine could not make the render.'),
  InternalError: passing(500, 'Something went wrong on our side.'),
  ServiceUnavailable: passing(503, 'The service is temporarily unavailable: try again shortly.'),

  NotFound: fault(404, 'There is nothing at this address.'),
  RenderNotFound: fault(404, 'No render has this id.'),
  MethodNotAllowed: fault(405, 'This address does not take this method.'),
  IdempotencyKeyReused: fault(409, 'This Idempotency-Key belongs to another request: take a new one.'),
  BodyTooLarge: fault(413, 'The request body is too large.'),
  UnsupportedMediaType: fault(
    415,
    'Send the options as application/json or application/x-www-form-urlencoded.',
  ),
  RangeNotSatisfiable: fault(416, 'The range lies outside the artefact.'),
} satisfies Record<string, CodeEntry>

export type ErrorCode = keyof typeof codes

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(codes, value)
}

function fault(status: number, message: string): CodeEntry {
  return { status, retryable: false, message }
}

function passing(status: number, message: string): CodeEntry {
  return { status, retryable: true, message }
}

function planned(feature: string, entry: CodeEntry): CodeEntry {
  return { ...entry, planned: feature }
}
