import type { PageContext } from '../page-context.ts'
import { callInPage, type Tool } from './call-in-page.ts'
import { evaluateAcrossNavigation } from './evaluate-across-navigation.ts'

/**
 * Calls a function inside the page's document like `callInPage`, and again when another document replaces that one.
 * @throws {RenderError} `RenderTimeoutError` when the page's time budget is used up.
 */
export function callAcrossNavigation<Given, Result, Tools extends Tool[]>(
  ctx: Pick<PageContext, 'tab' | 'timeBudgetMs'>,
  body: (given: Given, ...tools: Tools) => Result | Promise<Result>,
  given: Given,
  ...tools: Tools
): Promise<Result | undefined> {
  return evaluateAcrossNavigation(ctx, () => callInPage(ctx.tab, body, given, ...tools))
}
