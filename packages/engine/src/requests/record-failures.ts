import type { FailedRequest } from '@render/outputs'
import type { Page, Request } from 'playwright-core'
import { reportedAddress } from './reported-address.ts'

const MAX_FAILURES = 100

/** Records the requests of a page that fail or that servers refuse; the list grows until the page is closed. */
export function recordFailures(page: Pick<Page, 'on'>): FailedRequest[] {
  const failures: FailedRequest[] = []
  const record = (request: Request, why: Pick<FailedRequest, 'status' | 'failureText'>): void => {
    if (failures.length >= MAX_FAILURES) return
    const url = reportedAddress(request.url())
    failures.push({ url, method: request.method(), resourceType: request.resourceType(), ...why })
  }
  page.on('requestfailed', (request) =>
    record(request, { failureText: request.failure()?.errorText.replace(/\.Inspector$/, '') ?? 'failed' }),
  )
  page.on('response', (response) => {
    const status = response.status()
    if (status >= 400) record(response.request(), { status })
  })
  return failures
}
