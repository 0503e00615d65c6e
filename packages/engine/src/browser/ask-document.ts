import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { isDocumentGone } from './errors.ts'

const REPLACED = Symbol('another document')
const PAUSE_MS = 50
const LOAD_TIMEOUT_MS = 5000

/**
 * Asks the page's document something, again if it gives way to another one meanwhile (a redirect by the page itself):
 * then questions fail, and a capture may never be answered at all.
 */
export async function askDocument<T>(page: Page, ask: () => Promise<T>): Promise<T> {
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
