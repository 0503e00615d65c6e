import type { CDPSession } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { inLowerCase } from '../protocol/in-lower-case.ts'
import { intercept, type Held } from '../protocol/intercept.ts'
import { readResponse } from '../protocol/read-response.ts'

const EMPTY_PAGE = '<!doctype html><style>body { margin: 0 }</style>'

/** Returns whether a response is a PDF to display. A PDF that is sent as an attachment is a download like any other. */
export function isPdf(headers: Record<string, string>): boolean {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = headers
  return /^\s*application\/pdf\b/i.test(type) && !/^\s*attachment\b/i.test(disposition)
}

/**
 * Starts to intercept a PDF that the address responds with: the browser, which would only download it, gets an empty page
 * instead. Any other response ends the interception.
 */
export async function interceptPdf(ctx: PageContext): Promise<void> {
  const { tab, pageLimits } = ctx
  const stop = await intercept(
    tab,
    [{ resourceType: 'Document', requestStage: 'Response' }],
    async (held) => {
      if (ctx.loadedPdf || !isFinal(held)) return false
      if (!isPdf(headersOf(held))) {
        await stop()
        return false
      }
      ctx.loadedPdf = readResponse(tab.session, held, pageLimits.bodyBytes)
      void ctx.loadedPdf
        .catch(() => undefined)
        .then(() => showEmptyPage(tab.session, held))
        .catch(() => undefined)
      return true
    },
  )
}

/** Returns whether a held request has a response, and that is not a redirect. */
function isFinal({ responseStatusCode: status }: Held): boolean {
  return status !== undefined && (status < 300 || status >= 400)
}

function headersOf({ responseHeaders = [] }: Held): Record<string, string> {
  return inLowerCase(responseHeaders.map(({ name, value }) => [name, value]))
}

function showEmptyPage(session: CDPSession, { requestId, responseStatusCode = 200 }: Held): Promise<unknown> {
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }],
    body: Buffer.from(EMPTY_PAGE).toString('base64'),
  })
}
