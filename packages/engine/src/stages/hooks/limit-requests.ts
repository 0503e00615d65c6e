import type { Route } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { stage } from '../../stage.ts'

/** Delays refusals: a page that retries at once would keep the worker busy. */
const REFUSED_AFTER_MS = 1000

/** Blocks all requests beyond the limit, except those in flight when it is reached. */
export const limitRequests = stage({
  name: 'limit-requests',
  phase: 'hooks',
  run({ tab: { page }, pageLimits, warnings, signal }) {
    let requests = 0
    const refuse = async (route: Route): Promise<void> => {
      await sleep(REFUSED_AFTER_MS, undefined, { signal })
      await route.abort('blockedbyclient')
    }
    page.on('request', () => {
      requests += 1
      if (requests === pageLimits.requests + 1)
        warnings.push(`Blocked further requests after the limit of ${pageLimits.requests} per page.`)
      // Fails when the page is closing.
      if (requests === pageLimits.requests)
        page.route('**', (route) => refuse(route).catch(() => undefined)).catch(() => undefined)
    })
  },
})
