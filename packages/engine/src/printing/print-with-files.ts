import type { Request } from 'playwright-core'
import type { PageContext } from '../page-context.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { settle } from '../settling/settle.ts'

/** The types of files that pages draw. */
const DRAWN: ReadonlySet<string> = new Set(['image', 'font', 'stylesheet'])

/**
 * Prints the page. When that asks for files, which a print does not wait for, only a page as large as the sheet shows them, such
 * as the background for narrow screens: then lets the page have that size until it is at rest, and prints it once more.
 */
export async function printWithFiles<Printed>(
  page: PageContext,
  print: () => Promise<Printed>,
  sheetSize: () => Promise<{ width: number; height: number }>,
): Promise<Printed> {
  const { tab, traffic, viewport } = page
  let hasAsked = false
  const note = (request: Request): void => {
    hasAsked ||= DRAWN.has(request.resourceType())
  }
  tab.page.on('request', note)
  const printed = await print().finally(() => tab.page.off('request', note))
  if (!hasAsked || !traffic) return printed
  await setMetrics(tab.session, { ...viewport, ...(await sheetSize()) })
  await settle(page, { isWhole: true })
  const again = await print()
  await setMetrics(tab.session, viewport)
  return again
}
