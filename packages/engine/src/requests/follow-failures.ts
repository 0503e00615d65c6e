import type { FailedRequest } from '@render/outputs'
import type { Page, Request } from 'playwright-core'
import { publicAddress } from './public-address.ts'

const MAX_FAILURES = 100

/** Returns the list of a page's requests that fail or that servers refuse, which grows until the page is closed. */
export function followFailures(page: Pick<Page, 'on'>): FailedRequest[] {
  const failures: FailedRequest[] = []
  const note = (request: Request, why: Pick<FailedRequest, 'status' | 'failureText'>): void => {
    if (failures.length >= MAX_FAILURES) return
    const url = publicAddress(request.url())
    failures.push({ url, method: request.method(), resourceType: request.resourceType(), ...why })
  }
  page.on('requestfailed', (request) =>
    note(request, { failureText: request.failure()?.errorText.replace(/\.Inspector$/, '') ?? 'failed' }),
  )
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400) note(response.request(), { status })
  })
  return failures
}
