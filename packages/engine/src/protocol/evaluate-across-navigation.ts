import type { Tab } from '../browser/tab.ts'
import type { PageContext } from '../page-context.ts'
import { isDocumentGone } from './errors.ts'
import { budgetExceeded, TIMED_OUT, spendTimeBudget } from './time-budget.ts'

const REPLACED = Symbol('another document')
const PAUSE_MS = 50
const LOAD_TIMEOUT_MS = 5000

/**
 * Calls `evaluate`, which gets a reply from the page's document, again each time that another document replaces that one,
 * such as after a redirect by a script: calls then fail, and a capture may never get a reply. The time that the page takes
 * is subtracted from its time budget, except for `exemptMs` of it.
 * @throws {RenderError} `RenderTimeoutError` when the page takes longer than the rest of the budget and `exemptMs` together.
 */
export async function evaluateAcrossNavigation<T>(
  ctx: Pick<PageContext, 'tab' | 'timeBudgetMs'>,
  evaluate: () => Promise<T>,
  exemptMs = 0,
): Promise<T> {
  const reply = await evaluateWithTimeout(ctx, evaluate, ctx.timeBudgetMs + exemptMs, exemptMs)
  if (reply === TIMED_OUT) throw budgetExceeded()
  return reply
}

/** Calls `evaluate` like `evaluateAcrossNavigation`, but returns `TIMED_OUT` when the page takes longer than `timeoutMs`. */
export function evaluateWithTimeout<T>(
  ctx: Pick<PageContext, 'tab' | 'timeBudgetMs'>,
  evaluate: () => Promise<T>,
  timeoutMs: number,
  exemptMs = 0,
): Promise<T | typeof TIMED_OUT> {
  const giveUp = new AbortController()
  const act = () => evaluateUntilReply(ctx.tab, evaluate, giveUp.signal)
  return spendTimeBudget(ctx, act, timeoutMs, exemptMs).finally(() => giveUp.abort())
}

/**
 * Repeats `evaluate` until it gets a reply or the signal is aborted. Ends when the page is closed at the latest, because
 * calls to a closed page fail.
 */
async function evaluateUntilReply<T>(
  tab: Pick<Tab, 'page' | 'time'>,
  evaluate: () => Promise<T>,
  signal: AbortSignal,
): Promise<T | typeof TIMED_OUT> {
  while (!signal.aborted) {
    const reply = await evaluateOnce(tab, evaluate)
    if (reply !== REPLACED) return reply
    await tab.page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(() => undefined)
  }
  return TIMED_OUT
}

async function evaluateOnce<T>(
  { page, time }: Pick<Tab, 'page' | 'time'>,
  evaluate: () => Promise<T>,
): Promise<T | typeof REPLACED> {
  const { promise: replaced, resolve } = Promise.withResolvers<typeof REPLACED>()
  const onDocument = (): void => resolve(REPLACED)
  page.once('domcontentloaded', onDocument)
  try {
    return await Promise.race([evaluate(), replaced])
  } catch (error) {
    if (!isDocumentGone(error)) throw error
    await time.sleep(PAUSE_MS)
    return REPLACED
  } finally {
    page.off('domcontentloaded', onDocument)
  }
}
