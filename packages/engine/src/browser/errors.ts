// The one place that reads the browser library's messages.
import { RenderError } from '@render/errors'
import { errors } from 'playwright-core'
import { RetryWanted } from '../retry-wanted.ts'

/** Why a browser, the process of one page in it, or its way out, ended under a render. */
export type DeathReason = 'launch' | 'crash' | 'renderer' | 'memory' | 'hang' | 'proxy' | 'disposed'

/** The browser died under the render. Not the page's answer: the same render may be tried again, alone. */
export class BrowserDied extends Error {
  readonly reason: DeathReason

  constructor(reason: DeathReason, cause?: unknown) {
    super(DEATHS[reason], { cause })
    this.name = 'BrowserDied'
    this.reason = reason
  }
}

const DEATHS: Record<DeathReason, string> = {
  launch: 'The browser could not be started.',
  crash: 'The browser ended during the render.',
  renderer: 'The process of the page crashed.',
  memory: 'The page needed more memory than a render may have.',
  hang: 'The browser stopped answering.',
  proxy: 'The way out of the page was closed during the render.',
  disposed: 'The engine was shut down during the render.',
}

/** What a network error of the browser means to the caller; `refusals.ts` knows of connections that were not made. */
const NETWORK: [pattern: RegExp, message: string][] = [
  [/^ERR_(CONNECTION_(RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED)$/, 'The address closed the connection.'],
  [/^ERR_EMPTY_RESPONSE$/, 'The address answered nothing.'],
  [/^ERR_TOO_MANY_REDIRECTS$/, 'The address redirects too many times.'],
  [/^ERR_(SSL|CERT|BAD_SSL|TLS)_/, 'No secure connection to the address could be made'],
  [/^ERR_(INVALID|INCOMPLETE|RESPONSE|CONTENT|HTTP2|QUIC)_/, 'The answer of the address is not valid HTTP'],
  [/^ERR_(UNSAFE_PORT|DISALLOWED_URL|BLOCKED)/, 'The browser does not open this address'],
  [/^ERR_ABORTED$/, 'The address answered a download or no content instead of a page.'],
]

/** How it is with the browser when a stage throws. */
export interface Circumstances {
  /** Where the browser still runs, a page that is gone has closed itself. */
  isAlive: boolean
  /** Where nothing reaches the page any more, what it says means nothing. */
  isCutOff: boolean
}

/** Turns whatever a stage threw into what the caller of the engine is told. */
export function translate(
  error: unknown,
  { isAlive, isCutOff }: Circumstances,
): RenderError | BrowserDied | RetryWanted {
  if (error instanceof RenderError || error instanceof BrowserDied || error instanceof RetryWanted)
    return error
  if (isCutOff) return new BrowserDied('proxy', error)
  const message = error instanceof Error ? error.message : String(error)
  const network = networkError(error)
  if (network) return networkFailure(network, error)
  if (error instanceof errors.TimeoutError) return new RenderError('RenderTimeoutError', { cause: error })
  if (/\b(Page|Target) crashed\b/.test(message)) return new BrowserDied('renderer', error)
  if (isClosed(error))
    return isAlive ? navigationError('The page closed itself.', error) : new BrowserDied('crash', error)
  if (/Download is starting/.test(message))
    return navigationError('The address answered a download instead of a page.', error)
  return new RenderError('EngineResponseNotOkError', { cause: error })
}

/** Whether something was not there in time. */
export function isTimeout(error: unknown): boolean {
  return (
    error instanceof errors.TimeoutError ||
    (error instanceof RenderError && error.code === 'RenderTimeoutError')
  )
}

/** Whether a navigation only failed because the answer, with an error status, had no body to show. */
export function isAnswerWithoutBody(error: unknown): boolean {
  return networkError(error) === 'ERR_HTTP_RESPONSE_CODE_FAILURE'
}

/** Whether the browser gave a navigation up by itself. */
export function isAborted(error: unknown): boolean {
  return networkError(error) === 'ERR_ABORTED'
}

/** Whether what was asked of a page or a browser failed as it is closed. */
export function isClosed(error: unknown): boolean {
  return (
    error instanceof Error &&
    /has been closed|Target closed|Browser closed|Connection closed/.test(error.message)
  )
}

/** Whether a script found no document any more: the page moved on to another one. */
export function isDocumentGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /Execution context was destroyed|Cannot find (default execution )?context|Inspected target navigated|Not attached to an active page/.test(
      error.message,
    )
  )
}

/** Whether a launch failed because the kernel gives Chromium no sandbox. */
export function isSandboxRefusal(error: unknown): boolean {
  return (
    error instanceof Error && /sandboxing failed|No usable sandbox|without --no-sandbox/.test(error.message)
  )
}

/** The browser's name of what went wrong in a navigation, such as `ERR_CONNECTION_REFUSED`. */
function networkError(error: unknown): string | undefined {
  return error instanceof Error ? /\bnet::(ERR_[A-Z0-9_]+)/.exec(error.message)?.[1] : undefined
}

function networkFailure(name: string, cause: unknown): RenderError {
  const [, message = 'The address could not be loaded'] =
    NETWORK.find(([pattern]) => pattern.test(name)) ?? []
  return navigationError(message.endsWith('.') ? message : `${message} (${name}).`, cause)
}

function navigationError(message: string, cause: unknown): RenderError {
  return new RenderError('NavigationError', { message, cause })
}
