import type { Page, Response } from 'playwright-core'
import { isMainNavigation } from '../navigation/is-main-navigation.ts'
import { withoutFragment } from './without-fragment.ts'

/** The responses of the page's main frame, by navigation. */
export interface Navigations {
  /** Returns the responses that led to the document with this address, the redirects first. */
  to(address: string): Response[]
}

/** More are those of a page that reloads itself for ever. */
const MAX_RESPONSES = 500

/** Tracks the responses to navigations of a page until it is closed, or until the page is replaced by another. */
export function trackNavigationResponses(
  page: Pick<Page, 'on' | 'mainFrame'>,
  isReplaced: () => boolean,
): Navigations {
  const chains: Response[][] = []
  let count = 0
  page.on('response', (response) => {
    const request = response.request()
    if (isReplaced() || !isMainNavigation(page, request)) return
    count += 1
    if (count > MAX_RESPONSES) return
    const last = chains.at(-1)
    if (last && request.redirectedFrom()) last.push(response)
    else chains.push([response])
  })
  return {
    // A script may have given the document another address.
    to: (address) => chains.findLast((chain) => isSame(chain.at(-1)!.url(), address)) ?? chains.at(-1) ?? [],
  }
}

function isSame(one: string, other: string): boolean {
  return withoutFragment(one) === withoutFragment(other)
}
