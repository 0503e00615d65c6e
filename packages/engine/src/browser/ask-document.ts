import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { RenderError } from '@render/errors'
import type { Work } from '../work.ts'
import { isDocumentGone } from './errors.ts'
import { LATE, spendPatience } from './spend-patience.ts'

const REPLACED = Symbol('another document')
const PAUSE_MS = 50
const LOAD_TIMEOUT_MS = 5000

/**
 * Asks the page's document something, again if it gives way to another one meanwhile (a redirect by the page itself):
 * then questions fail, and a capture may never be answered at all. A page that is too busy to answer uses up the patience
 * that there is with it; `RenderTimeoutError` when none is left, and `moreMs` are over that this question may take
 * without using any.
 */
export async function askDocument<T>(
  work: Pick<Work, 'tab' | 'patienceMs'>,
  ask: () => Promise<T>,
  moreMs = 0,
): Promise<T> {
  const answer = await askWithin(work, ask, work.patienceMs + moreMs, moreMs)
  if (answer === LATE) throw new RenderError('RenderTimeoutError')
  return answer
}

/** As above, but goes on without an answer when it takes longer than `timeoutMs`, of which `freeMs` use no patience. */
export function askWithin<T>(
  work: Pick<Work, 'tab' | 'patienceMs'>,
  ask: () => Promise<T>,
  timeoutMs: number,
  freeMs = 0,
): Promise<T | typeof LATE> {
  return spendPatience(work, () => askUntilAnswered(work.tab.page, ask), timeoutMs, freeMs)
}

/** Ends with the page at the latest: a question to a closed one fails. */
async function askUntilAnswered<T>(page: Page, ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await askOnce(page, ask)
    if (answer !== REPLACED) return answer
    await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).catch(() => undefined)
  }
}

async function askOnce<T>(page: Page, ask: () => Promise<T>): Promise<T | typeof REPLACED> {
  const { promise: replaced, resolve } = Promise.withResolvers<typeof REPLACED>()
  const onDocument = (): void => resolve(REPLACED)
  page.once('domcontentloaded', onDocument)
  try {
    return await Promise.race([ask(), replaced])
  } catch (error) {
    if (!isDocumentGone(error)) throw error
    return sleep(PAUSE_MS, REPLACED)
  } finally {
    page.off('domcontentloaded', onDocument)
  }
}
