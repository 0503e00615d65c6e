import type { Page } from 'playwright-core'
import type { Target } from '../target.ts'

type ScriptedPage = Pick<Page, 'addInitScript' | 'evaluate'>

/**
 * Runs a function in every document of a page before the document's own scripts, among the page's own objects. Without the
 * evaluation, the browser would make these objects, and run the function, only in documents that have scripts.
 */
export async function runInEveryDocument<Args extends unknown[]>(
  page: ScriptedPage,
  body: (...args: Args) => void,
  ...args: Args
): Promise<void> {
  const expression = expressionOf(body, args)
  await Promise.all([page.addInitScript(expression), page.evaluate(expression)])
}

/** Runs a function among the page's own objects before the scripts of each document that has any. */
export async function runBeforeScripts<Args extends unknown[]>(
  { tab: { page }, target }: { tab: { page: ScriptedPage }; target: Target },
  body: (...args: Args) => void,
  ...args: Args
): Promise<void> {
  // Markup without an address is written into the document that is there now.
  if (target.url === undefined) await runInEveryDocument(page, body, ...args)
  else await page.addInitScript(expressionOf(body, args))
}

function expressionOf<Args extends unknown[]>(body: (...args: Args) => void, args: Args): string {
  return `(${body.toString()})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`
}
