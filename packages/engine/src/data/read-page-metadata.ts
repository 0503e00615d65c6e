import { addressesOf, type MetadataRequest, type Part, type ReadMetadata } from '@render/metadata'
import { pageScript } from '@render/page-script'
import type { PageContext } from '../page-context.ts'
import { evaluateWithTimeout } from '../protocol/evaluate-across-navigation.ts'
import { TIMED_OUT } from '../protocol/time-budget.ts'

const TIMEOUT_MS = 5000

const script = pageScript(new URL(import.meta.resolve('@render/metadata')))

/** Reads the metadata of a page in its isolated world; `faults` says what is missing. The addresses never are. */
export async function readPageMetadata(
  ctx: PageContext,
  engine: MetadataRequest['engine'],
  parts: readonly Part[],
): Promise<ReadMetadata> {
  const reader = await script()
  const addresses = knownAddresses(ctx)
  const unread = (fault: string): ReadMetadata => ({ metadata: addressesOf(addresses), faults: [fault] })
  const read = () => {
    const request: MetadataRequest = { ...addresses, engine, parts }
    const expression = `JSON.stringify(${reader}.readMetadata(document, ${JSON.stringify(request)}))`
    return ctx.tab.world.evaluate(expression, { timeoutMs: TIMEOUT_MS })
  }
  const answer = await evaluateWithTimeout(ctx, read, TIMEOUT_MS, TIMEOUT_MS)
  if (answer === TIMED_OUT) return unread(`the page did not answer within ${TIMEOUT_MS / 1000} s`)
  if (answer.exceptionDetails) return unread('the page could not be read')
  return JSON.parse(answer.result.value as string) as ReadMetadata
}

function knownAddresses({ target, finalUrl }: PageContext) {
  const urlRequested = target.url?.href ?? 'about:blank'
  // The browser shows errors under an address of its own.
  return { urlRequested, urlResolved: finalUrl.startsWith('chrome-error:') ? urlRequested : finalUrl }
}
