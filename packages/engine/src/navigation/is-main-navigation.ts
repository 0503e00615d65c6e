import type { Page, Request } from 'playwright-core'

/** Returns whether a request is for a document of the page's main frame. */
export function isMainNavigation(
  page: Pick<Page, 'mainFrame'>,
  request: Pick<Request, 'isNavigationRequest' | 'frame'>,
): boolean {
  return request.isNavigationRequest() && request.frame() === page.mainFrame()
}
