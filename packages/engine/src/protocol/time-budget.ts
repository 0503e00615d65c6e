import { RenderError } from '@render/errors'
import type { PageContext } from '../page-context.ts'
import type { Tab } from '../browser/tab.ts'
import { withinPageTime } from '../page-time/page-time.ts'

/** The limit for a reply of a page or a frame that has nothing to do, which replies at once. */
export const REPLY_MS = 1000

export const TIMED_OUT = Symbol('no reply in time')

/** Builds the error of a page that has used up its time budget. */
export function budgetExceeded(): RenderError {
  const message = 'The render timed out: the loaded page took longer than "timeout" allows.'
  return RenderError.forOption('timeout', message, 'RenderTimeoutError')
}

/** A page with its time budget. */
type Budgeted = Pick<PageContext, 'timeBudgetMs'> & { tab: Pick<Tab, 'time'> }

/**
 * Waits at most `timeoutMs` for something that the page takes part in. The time that it takes is subtracted from the page's
 * time budget, except for `exemptMs` of it.
 */
export async function spendTimeBudget<T>(
  ctx: Budgeted,
  act: () => Promise<T>,
  timeoutMs: number,
  exemptMs = 0,
): Promise<T | typeof TIMED_OUT> {
  const { time } = ctx.tab
  const start = time.now()
  try {
    return await withinPageTime(time, act(), timeoutMs, () => TIMED_OUT)
  } finally {
    const tookMs = Math.ceil(time.now() - start)
    ctx.timeBudgetMs -= Math.min(ctx.timeBudgetMs, Math.max(0, tookMs - exemptMs))
  }
}

/**
 * Waits for something that the page takes part in, like `spendTimeBudget`.
 * @throws {RenderError} `RenderTimeoutError` when it takes longer than the rest of the budget and `exemptMs` together.
 */
export async function withinTimeBudget<T>(ctx: Budgeted, act: () => Promise<T>, exemptMs = 0): Promise<T> {
  const result = await spendTimeBudget(ctx, act, ctx.timeBudgetMs + exemptMs, exemptMs)
  if (result === TIMED_OUT) throw budgetExceeded()
  return result
}
