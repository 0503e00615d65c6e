import { RenderError } from '@render/errors'
import type { PageContext } from '../page-context.ts'

export const TIMED_OUT = Symbol('no answer in time')

/**
 * Waits at most `timeoutMs` for something that the page takes part in. The time it takes, less `freeMs`, is subtracted
 * from the render's time budget for the page.
 */
export async function spendTimeBudget<T>(
  ctx: Pick<PageContext, 'timeBudgetMs'>,
  act: () => Promise<T>,
  timeoutMs: number,
  freeMs = 0,
): Promise<T | typeof TIMED_OUT> {
  const { promise: late, resolve } = Promise.withResolvers<typeof TIMED_OUT>()
  const timer = setTimeout(resolve, timeoutMs, TIMED_OUT)
  const start = performance.now()
  try {
    return await Promise.race([late, act()])
  } finally {
    clearTimeout(timer)
    const tookMs = Math.ceil(performance.now() - start)
    ctx.timeBudgetMs -= Math.min(ctx.timeBudgetMs, Math.max(0, tookMs - freeMs))
  }
}

/** Waits for something that the page takes part in; throws `RenderTimeoutError` when that takes the whole time budget. */
export async function withinTimeBudget<T>(
  ctx: Pick<PageContext, 'timeBudgetMs'>,
  act: () => Promise<T>,
): Promise<T> {
  const result = await spendTimeBudget(ctx, act, ctx.timeBudgetMs)
  if (result === TIMED_OUT) throw new RenderError('RenderTimeoutError')
  return result
}
