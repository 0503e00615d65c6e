// Only this file reads the messages of Playwright's errors.
import { RenderError } from '@render/errors'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { RetryWanted } from '../failure/retry-wanted.ts'

export const TOO_MANY_REDIRECTS = 'The URL redirects too many times.'

/** Messages for the caller by network error; `refusals.ts` has those for connections that could not be made. */
const NETWORK: [pattern: RegExp, message: string][] = [
  [/^ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED)$/, 'The server closed the connection.'],
  [/^ERR_EMPTY_RESPONSE$/, 'The server sent an empty response.'],
  [/^ERR_TOO_MANY_REDIRECTS$/, TOO_MANY_REDIRECTS],
  [/^ERR_(SSL|CERT|BAD_SSL|TLS)_/, 'The TLS connection to the server failed'],
  [/^ERR_(INVALID|INCOMPLETE|RESPONSE|CONTENT|HTTP2|QUIC)_/, 'The response of the server is not valid HTTP'],
  [/^ERR_(UNSAFE_PORT|DISALLOWED_URL|BLOCKED)/, 'The browser does not open this URL'],
  [/^ERR_ABORTED$/, 'The URL returned a download or no content instead of a page.'],
]

/** The state of the browser when a stage throws. */
export interface Circumstances {
  /** True while the browser runs; then a page that is gone has closed itself. */
  isAlive: boolean
  /** True when the page's egress tunnel is closed; then timeouts and other errors of the page are meaningless. */
  isCutOff: boolean
}

/** Converts an error that a stage threw into the error for the caller of the engine. */
export function translate(
  error: unknown,
  { isAlive, isCutOff }: Circumstances,
): RenderError | BrowserCrashed | RetryWanted {
  if (isCutOff && isTimeout(error)) return new BrowserCrashed('proxy', error)
  if (error instanceof RenderError || error instanceof BrowserCrashed || error instanceof RetryWanted)
    return error
  if (isCutOff) return new BrowserCrashed('proxy', error)
  const message = error instanceof Error ? error.message : String(error)
  const network = networkError(error)
  if (network) return networkFailure(network, error)
  if (isLate(error)) return new RenderError('RenderTimeoutError', { cause: error })
  if (/\b(Page|Target) crashed\b/.test(message)) return new BrowserCrashed('renderer', error)
  if (isClosed(error))
    return isAlive ? navigationError('The page closed itself.', error) : new BrowserCrashed('crash', error)
  if (/Download is starting/.test(message))
    return navigationError('The URL returned a download instead of a page.', error)
  return new RenderError('EngineResponseNotOkError', { cause: error })
}

/** The error of a call whose page or browser has ended. */
export const CLOSED = 'Target page, context or browser has been closed'

/** Returns the error of a load that takes too long. */
export function timeoutError(timeoutMs: number): Error {
  return Object.assign(new Error(`Timeout ${timeoutMs}ms exceeded.`), { name: LATE })
}

/** The error of a call whose reply was skipped. */
export const TOO_LONG_REPLY = 'The reply is too long.'

/** Returns whether a call failed because its reply was longer than replies of its kind may be. */
export function isReplyTooLong(error: unknown): boolean {
  return error instanceof Error && error.message.includes(TOO_LONG_REPLY)
}

/** Returns whether an error reports an exceeded timeout. */
export function isTimeout(error: unknown): boolean {
  return isLate(error) || (error instanceof RenderError && error.code === 'RenderTimeoutError')
}

/** The name of Playwright's errors for calls that take too long. */
const LATE = 'TimeoutError'

function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === LATE
}

/** Returns whether a navigation failed only because the response, with an error status, had no body to show. */
export function isResponseWithoutBody(error: unknown): boolean {
  return networkError(error) === 'ERR_HTTP_RESPONSE_CODE_FAILURE'
}

/** Returns whether the browser aborted a navigation by itself. */
export function isAborted(error: unknown): boolean {
  return networkError(error) === 'ERR_ABORTED'
}

/** Returns whether the browser shows its own error page after a navigation that failed. */
export function hasErrorPage(error: unknown): boolean {
  return networkError(error) !== undefined && !isAborted(error)
}

/** Returns whether a call failed because its page or browser is closed. */
export function isClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    /has been closed|Target closed|Browser closed|Connection closed/.test(error.message)
  )
}

/** Returns whether a call failed because another document replaced the one it was for. */
export function isDocumentGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Execution context was destroyed|Cannot find (default execution )?context|Inspected target navigated|Not attached to an active page/.test(
      error.message,
    )
  )
}

/** Returns whether a launch failed because the kernel does not allow Chromium's sandbox. */
export function isSandboxRefusal(written: string): boolean {
  return /sandboxing failed|No usable sandbox|without --no-sandbox/.test(written)
}

/** Returns the browser's name of a network error in a navigation, such as `ERR_CONNECTION_REFUSED`. */
function networkError(error: unknown): string | undefined {
  return error instanceof Error ? /\bnet::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1] : undefined
}

function networkFailure(name: string, cause: unknown): RenderError {
  const [, message = 'The URL could not be loaded'] = NETWORK.find(([pattern]) => pattern.test(name)) ?? []
  return navigationError(message.endsWith('.') ? message : `${message} (${name}).`, cause)
}

function navigationError(message: string, cause: unknown): RenderError {
  return new RenderError('NavigationError', { message, cause })
}
