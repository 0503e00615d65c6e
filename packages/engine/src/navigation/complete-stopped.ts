import { settlesWithin } from '@render/async'
import { lacksBody } from '../in-page/finding/lacks-body.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { REPLY_MS } from '../protocol/time-budget.ts'

/** Completes a page whose load was stopped, so that it can be painted; nothing more of its document is expected. */
export async function completeStopped({ tab, traffic }: PageContext): Promise<void> {
  traffic?.endDocument()
  const giveBody = async (): Promise<void> => {
    if (!(await callInPage(tab, lacksBody))) return
    // A script cannot do this: it may not write to a document whose parser was stopped.
    await tab.session.send('Page.setDocumentContent', {
      frameId: tab.frameId,
      html: '<!doctype html><body>',
    })
  }
  await settlesWithin(giveBody(), REPLY_MS)
}
