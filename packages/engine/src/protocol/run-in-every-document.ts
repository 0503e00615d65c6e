import type { Page } from 'playwright-core'

/**
 * Runs a function in every document of a page before the document's own scripts, among the page's own objects. The
 * document that is there now is included: markup without an address is written into it.
 */
export async function runInEveryDocument<Given>(
  page: Pick<Page, 'addInitScript' | 'evaluate'>,
  body: (given: Given) => void,
  given: Given,
): Promise<void> {
  const expression = `(${body.toString()})(${JSON.stringify(given) ?? 'undefined'})`
  await Promise.all([page.addInitScript(expression), page.evaluate(expression)])
}
