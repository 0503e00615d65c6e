import type { Route } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { stage } from '../../stage.ts'

/** A page that asks again as soon as it is refused would keep us busy. */
const REFUSED_AFTER_MS = 1000

/** After so many requests all further ones are refused, except for what is under way at that moment. */
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
      if (requests !== pageLimits.requests) return
      warnings.push(`The page asked for more than ${pageLimits.requests} files: it did not get the rest.`)
      // The page may be closing.
      page.route('**', (route) => refuse(route).catch(() => undefined)).catch(() => undefined)
    })
  },
})
