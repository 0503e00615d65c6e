import type { PageContext } from '../page-context.ts'
import { evaluateWithTimeout } from '../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../protocol/time-budget.ts'

const TIMEOUT_MS = 5000
const MAX_BYTES = 64 * 1024

type Read = { value: unknown } | { problem: string }

/** Reads a variable from the page's main world by a checked name, such as `app.items[1]`, and waits for it when it is a promise. */
export function readVariable(ctx: PageContext, name: string): Promise<Read> {
  return readMainWorld(ctx, pathOf(name), MAX_BYTES)
}

/** Reads the value of an expression from the page's main world. */
export async function readMainWorld(ctx: PageContext, of: string, maxBytes: number): Promise<Read> {
  const { session } = ctx.tab
  const expression = writing(of, maxBytes)
  const evaluate = () =>
    session.send('Runtime.evaluate', { expression, awaitPromise: true, timeout: TIMEOUT_MS })
  const answer = await evaluateWithTimeout(ctx, evaluate, TIMEOUT_MS, TIMEOUT_MS)
  if (answer === TIMED_OUT) return { problem: `did not come within ${TIMEOUT_MS / 1000} s` }
  const { result, exceptionDetails } = answer
  const text: unknown = result.value
  if (exceptionDetails || (text !== TOO_LONG && typeof text !== 'string'))
    return { problem: 'is missing or cannot be written as JSON' }
  if (text === TOO_LONG || Buffer.byteLength(text) > maxBytes)
    return { problem: `is larger than ${maxBytes / 1024} kB` }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return { problem: 'is missing or cannot be written as JSON' }
  }
}

const TOO_LONG = 0

function pathOf(name: string): string {
  return name.replaceAll(/\.([^.[]+)|\[(\d+)\]/gu, (_, member?: string, index?: string) =>
    index === undefined ? `?.[${JSON.stringify(member)}]` : `?.[${index}]`,
  )
}

/** The page's own `JSON` may be another one, but the length of a text is always its own. */
function writing(value: string, maxBytes: number): string {
  return `(async () => {
    const text = JSON.stringify(await (${value}))
    return typeof text === 'string' && text.length > ${maxBytes} ? ${TOO_LONG} : text
  })()`
}
