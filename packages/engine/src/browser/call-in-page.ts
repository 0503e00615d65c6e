import type { CDPSession, Frame } from 'playwright-core'
import type { Tab } from './tabs.ts'

/** A function that others in the page can be given, as they cannot import it. */
// oxlint-disable-next-line typescript/no-explicit-any
type Tool = (...given: any[]) => unknown

/**
 * Calls a function inside the page's document, with what JSON can say and with further functions, in half the time of the
 * library's own `evaluate`. Undefined when it throws: a page may have replaced what it is made of.
 */
export async function callInPage<Given, Result, Tools extends Tool[]>(
  session: CDPSession,
  body: (given: Given, ...tools: Tools) => Result | Promise<Result>,
  given: Given,
  ...tools: Tools
): Promise<Result | undefined> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: expressionOf(body, given, tools),
    awaitPromise: true,
    returnByValue: true,
  })
  return exceptionDetails ? undefined : (result.value as Result)
}

/** The same in one of the page's frames. Undefined as well when that is gone. */
export async function callInFrame<Given, Result, Tools extends Tool[]>(
  { page, session }: Pick<Tab, 'page' | 'session'>,
  frame: Frame,
  body: (given: Given, ...tools: Tools) => Result | Promise<Result>,
  given: Given,
  ...tools: Tools
): Promise<Result | undefined> {
  if (frame === page.mainFrame()) return callInPage(session, body, given, ...tools)
  return frame.evaluate<Result>(expressionOf(body, given, tools)).catch(() => undefined)
}

function expressionOf(body: Tool, given: unknown, tools: Tool[]): string {
  const parts = [given === undefined ? 'undefined' : JSON.stringify(given), ...tools.map(String)]
  return `(${body.toString()})(${parts.join(', ')})`
}
