import { settlesWithin } from '@render/async'
import { RenderError } from '@render/errors'
import type { PageContext } from '../page-context.ts'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { hasErrorPage, isAborted, isResponseWithoutBody } from '../protocol/errors.ts'
import { flushEvents } from '../protocol/flush-events.ts'
import { explainRefusal } from '../protocol/refusals.ts'
import { REPLY_MS } from '../protocol/time-budget.ts'
import type { Load } from './load.ts'

/** Limit for the error page of a failed load, for which a browser under load may have to start a process. */
const ERROR_PAGE_MS = 15_000

/**
 * Waits for a navigation; an error that it rejects with is explained. A response with an error status is a page like any
 * other. Returns undefined for an error status without a body, and for a PDF.
 */
export async function explainErrors<T>(
  { ctx, responses, redirects }: Load,
  navigation: Promise<T>,
): Promise<T | undefined> {
  try {
    return await Promise.race([navigation, responses.tooMany])
  } catch (error) {
    await settlesWithin(flushEvents(ctx.tab.session), REPLY_MS)
    // An error page that comes later would interrupt the next load.
    if (hasErrorPage(error)) await settlesWithin(redirects.errorPage(), ERROR_PAGE_MS)
    // The browser reports the same abort for a missing response, an unrequested response, and a page whose process ended.
    if (isAborted(error) && !responses.statuses() && !(await answers(ctx.tab)))
      throw new BrowserCrashed('renderer', error)
    const isMissedPdf = responses.pdf !== undefined && !ctx.loadedPdf
    if (isResponseWithoutBody(error) || isMissedPdf) return undefined
    throw (await explainRefusal(ctx, responses.address, error)) ?? error
  }
}

async function answers({ session }: PageContext['tab']): Promise<boolean> {
  const evaluation = session.send('Runtime.evaluate', { expression: '0' })
  return (await settlesWithin(evaluation, REPLY_MS)) && evaluation.then(Boolean, () => false)
}

/** Returns the error of a load that took too long, which says what is missing and which options go on without it. */
export function explainTimeout({ ctx, options, responses }: Load, cause: unknown): RenderError {
  const { wait_until, timeout } = options
  const late = `The page did not load within ${timeout} ms ("timeout")`
  const fail = (message: string): RenderError =>
    RenderError.forOption('timeout', message, 'RenderTimeoutError', cause)
  if (!responses.hasDocument()) return fail(`${late}: its server did not answer with a page.`)
  const openCount = ctx.traffic?.openRequests().length ?? 0
  const reason = openCount === 0 ? '' : `; requests that had not ended: ${openCount}`
  const less = wait_until === 'domloaded' ? '' : ', and "wait_until": "domloaded" waits for less'
  return fail(`${late}${reason}. "ignore_load_errors" captures the page as it is then${less}.`)
}
