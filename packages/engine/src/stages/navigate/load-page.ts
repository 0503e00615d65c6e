import { RenderError } from '@render/errors'
import { trackStatus } from '../../navigation/track-status.ts'
import type { LoadingOptions } from '../../navigation/load.ts'
import { loadOrContinue, tryToLoad } from '../../navigation/load-or-continue.ts'
import { stage } from '../../stage.ts'
import type { PageContext } from '../../page-context.ts'

/** Loads the page, first from its address with https where the target has one; when it fails to load, retries or continues. */
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
  direct: true,
  borrows: ['format'],
  async run(ctx, options) {
    const { url, securedUrl } = ctx.target
    trackStatus(ctx)
    const failure = securedUrl && (await tryToLoadFrom(ctx, options, securedUrl))
    if (securedUrl && !failure) return
    ctx.address = url
    if (failure?.code !== 'RenderTimeoutError') return loadOrContinue(ctx, options, 'visit')
    if (await tryToLoad(ctx, options, 'visit')) throw failure
  },
})

/** Returns why the address with https failed to load, which may be that it did not answer. */
async function tryToLoadFrom(
  ctx: PageContext,
  options: LoadingOptions,
  securedUrl: URL,
): Promise<RenderError | undefined> {
  ctx.address = securedUrl
  try {
    return await tryToLoad(ctx, options, 'visit')
  } catch (error) {
    if (isUnanswered(ctx, error)) return error
    throw error
  }
}

/** Returns whether no page came within the time limit: a host may drop what is sent to its port for HTTPS. */
function isUnanswered({ tab }: PageContext, error: unknown): error is RenderError {
  const isLate = error instanceof RenderError && error.code === 'RenderTimeoutError'
  return isLate && tab.page.url() === 'about:blank'
}
