import type { CDPSession } from 'playwright-core'
import type { Work } from '../work.ts'
import { inLowerCase } from './in-lower-case.ts'
import { intercept, type Held } from './intercept.ts'
import { readAnswer } from './read-answer.ts'

const EMPTY_PAGE = '<!doctype html><style>body { margin: 0 }</style>'

/** Whether that is a PDF to be shown. One that is sent for the user to keep is a download like any other. */
export function isPdf(headers: Record<string, string>): boolean {
  const { 'content-type': type = '', 'content-disposition': disposition = '' } = headers
  return /^\s*application\/pdf\b/i.test(type) && !/^\s*attachment\b/i.test(disposition)
}

/**
 * From now on a PDF that the address answers is kept from the browser, which would only download it, and gets an empty
 * page instead. Any other answer ends that.
 */
export async function keepPdf(work: Work): Promise<void> {
  const { tab, pageLimits } = work
  const stop = await intercept(
    tab,
    [{ resourceType: 'Document', requestStage: 'Response' }],
    async (held) => {
      if (work.pdf || !isFinal(held)) return false
      if (!isPdf(headersOf(held))) {
        await stop()
        return false
      }
      work.pdf = readAnswer(tab.session, held, pageLimits.bodyBytes)
      void work.pdf
        .catch(() => undefined)
        .then(() => showEmptyPage(tab.session, held))
        .catch(() => undefined)
      return true
    },
  )
}

/** Whether it is an answer, and not one that leads elsewhere. */
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
