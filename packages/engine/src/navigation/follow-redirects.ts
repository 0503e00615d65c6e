import { completeStopped } from './complete-stopped.ts'
import { explainErrors } from './explain-load-error.ts'
import { leftMs, type Load } from './load.ts'
import { loadUntilQuiet } from './load-until-quiet.ts'

const MAX_PAGE_REDIRECTS = 5
const TOO_MANY_PAGE_REDIRECTS = `The page redirects more than ${MAX_PAGE_REDIRECTS} times; it was captured after ${MAX_PAGE_REDIRECTS} redirects.`

/** Waits for each document that the page redirects to; warns when there are too many. */
export async function followRedirects(load: Load): Promise<void> {
  for (let hop = 1; await load.redirects.isPending(); hop += 1) {
    if (hop > MAX_PAGE_REDIRECTS) return void load.ctx.warnings.push(TOO_MANY_PAGE_REDIRECTS)
    const isWhole = await loadUntilQuiet(load, followRedirect)
    if (!isWhole) return
  }
}

/** Waits for the document that replaces the page. Returns whether it was loaded, so that more may be expected of it. */
async function followRedirect(load: Load): Promise<boolean> {
  const { ctx, redirects } = load
  // The caller's own markup has loaded. A later stage warns of an error page in its place.
  const mayFail = ctx.target.markup !== undefined
  const outcome = await explainErrors(load, redirects.follow(leftMs(load), { mayFail }))
  if (outcome === 'stopped') await completeStopped(ctx)
  if (outcome === 'late')
    ctx.warnings.push(
      'The page redirects to a URL that did not answer in time; it was captured before that redirect.',
    )
  return outcome === 'loaded'
}
