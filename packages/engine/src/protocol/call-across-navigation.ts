import type { PageContext } from '../page-context.ts'
import { callInPage } from './call-in-page.ts'
import { evaluateAcrossNavigation } from './evaluate-across-navigation.ts'

/**
 * Calls a function inside the page's document like `callInPage`, and again when another document replaces that one.
 * @throws {RenderError} `RenderTimeoutError` when the page's time budget is used up.
 */
export function callAcrossNavigation<Args extends unknown[], Result>(
  ctx: Pick<PageContext, 'tab' | 'timeBudgetMs'>,
  body: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result | undefined> {
  return evaluateAcrossNavigation(ctx, () => callInPage(ctx.tab, body, ...args))
}
