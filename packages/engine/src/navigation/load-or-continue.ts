import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import type { PageContext } from '../page-context.ts'
import { isClosed, translate } from '../protocol/errors.ts'
import { loadDocument } from './load-document.ts'
import type { Load, LoadingOptions } from './load.ts'

const RETRY_AFTER_MS = 1000
/** Time budget of the page that is shown instead of one that failed to load. */
const TIME_BUDGET_MS = 5000
const CODES = new Set<string>(['NavigationError', 'URLDoesNotResolveError', 'ServiceUnavailable'])

/** Loads the page; when its address fails to load, retries or continues if the options say so. */
export async function loadOrContinue(
  ctx: PageContext,
  options: LoadingOptions,
  how: Load['how'],
): Promise<void> {
  let failure = await tryToLoad(ctx, options, how)
  if (failure && options.retry_on_nav_error) {
    await sleep(RETRY_AFTER_MS, undefined, { signal: ctx.signal })
    // A reload might be one of the browser's error page.
    failure = await tryToLoad(ctx, options, 'visit')
  }
  if (!failure) return
  if (!options.continue_on_nav_error) throw failure
  ctx.hasFailedToLoad = true
  ctx.warnings.push(failure.message)
  ctx.timeBudgetMs = TIME_BUDGET_MS
}

/** Loads the page. Returns why its address failed to load; undefined when it loaded. */
export async function tryToLoad(
  ctx: PageContext,
  options: LoadingOptions,
  how: Load['how'],
): Promise<RenderError | undefined> {
  try {
    await loadDocument(ctx, options, how)
    return undefined
  } catch (error) {
    const failure = navigationFailure(ctx, error)
    if (failure) return failure
    throw error
  }
}

/** Returns the failure if the address caused it, else undefined. */
function navigationFailure({ tab: { tunnel } }: PageContext, error: unknown): RenderError | undefined {
  if (isClosed(error)) return undefined
  const failure = translate(error, { isAlive: true, isCutOff: !tunnel.isOpen() })
  return failure instanceof RenderError && CODES.has(failure.code) ? failure : undefined
}
