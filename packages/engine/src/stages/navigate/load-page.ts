import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { isClosed, translate } from '../../protocol/errors.ts'
import { followStatus } from '../../navigation/follow-status.ts'
import { loadDocument } from '../../navigation/load-document.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

const RETRY_AFTER_MS = 1000
/** Time budget of the page that is shown instead of one that failed to load. */
const TIME_BUDGET_MS = 5000

/** Loads the page; when it fails to load, retries or continues if the options say so. */
export const loadPage = stage({
  name: 'load-page',
  phase: 'navigate',
  owns: [
    'wait_until',
    'timeout',
    'referer',
    'ignore_load_errors',
    'retry_on_nav_error',
    'continue_on_nav_error',
  ],
  borrows: ['format'],
  async run(ctx, { retry_on_nav_error, continue_on_nav_error, ...options }) {
    const { url, securedUrl } = ctx.target
    /** Returns why the address failed to load; undefined when it loaded. */
    const tryToLoad = async (): Promise<RenderError | undefined> => {
      try {
        await loadDocument(ctx, options, 'visit')
        return undefined
      } catch (error) {
        const failure = navigationFailure(ctx, error)
        if (failure) return failure
        if (securedUrl && ctx.address === securedUrl && isUnanswered(ctx, error)) return error
        throw error
      }
    }
    followStatus(ctx)
    let unanswered: RenderError | undefined
    if (securedUrl) {
      ctx.address = securedUrl
      const failure = await tryToLoad()
      if (!failure) return
      if (failure.code === 'RenderTimeoutError') unanswered = failure
    }
    ctx.address = url
    let failure = await tryToLoad()
    if (failure && unanswered) throw unanswered
    if (failure && retry_on_nav_error) {
      await sleep(RETRY_AFTER_MS, undefined, { signal: ctx.signal })
      failure = await tryToLoad()
    }
    if (!failure) return
    if (!continue_on_nav_error) throw failure
    ctx.warnings.push(failure.message)
    ctx.timeBudgetMs = TIME_BUDGET_MS
  },
})

/** Returns whether no page came within the time limit: a host may drop what is sent to its port for HTTPS. */
function isUnanswered({ tab }: PageContext, error: unknown): error is RenderError {
  const isLate = error instanceof RenderError && error.code === 'RenderTimeoutError'
  return isLate && tab.page.url() === 'about:blank'
}

const CODES = new Set<string>(['NavigationError', 'URLDoesNotResolveError', 'ServiceUnavailable'])

/** Returns the failure if the address caused it, else undefined. */
function navigationFailure({ tab: { tunnel } }: PageContext, error: unknown): RenderError | undefined {
  if (isClosed(error)) return undefined
  const failure = translate(error, { isAlive: true, isCutOff: !tunnel.isOpen() })
  return failure instanceof RenderError && CODES.has(failure.code) ? failure : undefined
}
