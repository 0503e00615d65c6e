import type { CDPSession } from 'playwright-core'
import { intercept, type Held } from '../../browser/intercept.ts'
import { readAnswer } from '../../browser/read-answer.ts'
import { stage } from '../../stage.ts'

const MAX_MEGABYTES = 50
const EMPTY_PAGE = '<!doctype html><style>body { margin: 0 }</style>'

/** A PDF that the address answers is kept from the browser, which would only download it, and gets an empty page instead. */
export const keepPdf = stage({
  name: 'keep-pdf',
  phase: 'hooks',
  borrows: ['html'],
  async run(work, { html }) {
    if (html !== undefined) return
    const { tab } = work
    const stop = await intercept(
      tab,
      [{ resourceType: 'Document', requestStage: 'Response' }],
      async (held) => {
        if (work.pdf || !isFinal(held)) return false
        if (!isPdf(held)) {
          // Before the page begins: as long as anything is held, all its requests take a longer way.
          await stop()
          return false
        }
        work.pdf = readAnswer(tab.session, held, MAX_MEGABYTES)
        void work.pdf
          .catch(() => undefined)
          .then(() => showEmptyPage(tab.session, held))
          .catch(() => undefined)
        return true
      },
    )
  },
})

/** Whether it is an answer, and not one that leads elsewhere. */
function isFinal({ responseStatusCode: status }: Held): boolean {
  return status !== undefined && (status < 300 || status >= 400)
}

/** One that is sent for the user to keep is a download like any other. */
function isPdf(held: Held): boolean {
  const isToKeep = /^\s*attachment\b/i.test(header(held, 'content-disposition'))
  return !isToKeep && /^\s*application\/pdf\b/i.test(header(held, 'content-type'))
}

function header({ responseHeaders = [] }: Held, name: string): string {
  return responseHeaders.find((each) => each.name.toLowerCase() === name)?.value ?? ''
}

function showEmptyPage(session: CDPSession, { requestId, responseStatusCode = 200 }: Held): Promise<unknown> {
  return session.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: responseStatusCode,
    responseHeaders: [{ name: 'Content-Type', value: 'text/html; charset=utf-8' }],
    body: Buffer.from(EMPTY_PAGE).toString('base64'),
  })
}
