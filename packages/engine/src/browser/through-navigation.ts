import type { Request } from 'playwright-core'
import { settlesWithin } from '../settles.ts'
import type { Work } from '../work.ts'
import { patiently } from './patiently.ts'
import { spendPatience } from './spend-patience.ts'

/** How long after a document asked for another one the request for it may begin. */
const BEGIN_MS = 1000

/**
 * Does something to the page that may lead it elsewhere, and waits until the document is there that it leads to: at most
 * for as long as there is patience with the page.
 */
export async function throughNavigation(work: Work, act: () => Promise<unknown>): Promise<void> {
  const { page, session } = work.tab
  const { promise: settled, resolve } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let leads: Request | undefined
  const asking = new Set<string>()
  const onAsked = ({ frameId }: { frameId: string }): void => void asking.add(frameId)
  const onRequest = (request: Request): void => {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return
    leads = request
    begin()
  }
  // An answer that is no page, or none, leaves the page where it is.
  const onFailure = (request: Request): void => {
    if (request === leads) resolve()
  }
  const onLoad = (): void => resolve()
  session.on('Page.frameRequestedNavigation', onAsked)
  page.on('request', onRequest)
  page.on('requestfailed', onFailure)
  page.on('load', onLoad)
  try {
    await act()
    // Its answer comes after what the document asked for until now.
    const { frameTree } = await patiently(work, () => session.send('Page.getFrameTree'))
    if (asking.has(frameTree.frame.id)) await settlesWithin(begun, BEGIN_MS)
    if (!leads) return
    await spendPatience(work, () => settled, work.patienceMs)
  } finally {
    session.off('Page.frameRequestedNavigation', onAsked)
    page.off('request', onRequest)
    page.off('requestfailed', onFailure)
    page.off('load', onLoad)
  }
}
