import type { Request } from 'playwright-core'
import type { Work } from '../work.ts'

/**
 * Does something to the page that may lead it elsewhere, and waits until the document is there that it leads to: at most
 * for as long as there is patience with the page.
 */
export async function throughNavigation(work: Work, act: () => Promise<unknown>): Promise<void> {
  const { page } = work.tab
  const { promise: settled, resolve } = Promise.withResolvers<void>()
  let leads: Request | undefined
  const onRequest = (request: Request): void => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) leads = request
  }
  // An answer that is no page, or none, leaves the page where it is.
  const onFailure = (request: Request): void => {
    if (request === leads) resolve()
  }
  const onLoad = (): void => resolve()
  page.on('request', onRequest)
  page.on('requestfailed', onFailure)
  page.on('load', onLoad)
  try {
    await act()
    if (!leads) return
    const timer = setTimeout(resolve, work.patienceMs)
    await settled
    clearTimeout(timer)
  } finally {
    page.off('request', onRequest)
    page.off('requestfailed', onFailure)
    page.off('load', onLoad)
  }
}
