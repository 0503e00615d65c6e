import type { Page } from 'playwright-core'

/**
 * Runs a function in every document of a page before the document's own scripts, among the page's own objects. The
 * document that is there now is included: markup without an address is written into it.
 */
export async function runInEveryDocument<Args extends unknown[]>(
  page: Pick<Page, 'addInitScript' | 'evaluate'>,
  body: (...args: Args) => void,
  ...args: Args
): Promise<void> {
  const expression = `(${body.toString()})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
  await Promise.all([page.addInitScript(expression), page.evaluate(expression)])
}
