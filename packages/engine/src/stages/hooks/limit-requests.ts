import type { Route } from 'playwright-core'
import { setTimeout as sleep } from 'node:timers/promises'
import { settlesWithin } from '@render/async'
import { REPLY_MS } from '../../protocol/time-budget.ts'
import { stage } from '../../stage.ts'

/** Delays refusals: a page that retries at once would keep the worker busy. */
const REFUSED_AFTER_MS = 1000

/**
 * Blocks all requests beyond the limit, except those in flight when it is reached. Each load that the render begins counts
 * from zero; one that the page begins does not, so that a page cannot go on by loading itself.
 */
export const limitRequests = stage({
  name: 'limit-requests',
  phase: 'hooks',
  run(ctx) {
    const { page } = ctx.tab
    const { pageLimits, warnings, signal } = ctx
    let requests = 0
    const refuse = async (route: Route): Promise<void> => {
      await sleep(REFUSED_AFTER_MS, undefined, { signal })
      await route.abort('blockedbyclient')
    }
    const onRoute = (route: Route): void => void refuse(route).catch(() => undefined)
    page.on('request', () => {
      requests += 1
      if (requests === pageLimits.requests + 1)
        warnings.push(`Blocked further requests after the limit of ${pageLimits.requests} per page.`)
      // Fails when the page is closing.
      if (requests === pageLimits.requests) page.route('**', onRoute).catch(() => undefined)
    })
    ctx.restartRequestCount = async () => {
      const isBlocking = requests >= pageLimits.requests
      requests = 0
      if (isBlocking) await settlesWithin(page.unroute('**', onRoute), REPLY_MS)
    }
  },
})
