import type { CDPSession } from 'playwright-core'

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
  const parts = [given === undefined ? 'undefined' : JSON.stringify(given), ...tools.map(String)]
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${body.toString()})(${parts.join(', ')})`,
    awaitPromise: true,
    returnByValue: true,
  })
  return exceptionDetails ? undefined : (result.value as Result)
}
