import type { Request } from 'playwright-core'
import { countMatches } from '../in-page/finding/count-matches.ts'
import type { PageContext } from '../page-context.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { flushEvents } from '../protocol/flush-events.ts'
import { setMetrics } from '../protocol/metrics.ts'
import { awaitFrame } from '../settling/await-frame.ts'
import { settle } from '../settling/settle.ts'

/** The types of files that pages show. */
const SHOWN: ReadonlySet<string> = new Set(['image', 'font', 'stylesheet'])
/** Whether a print chooses among them again depends on the moment. */
const CHOICES = { selector: { css: 'picture > source[media]' }, onlyVisible: false }

/**
 * Prints the page with the files that it shows only when it is as large as the sheet, such as a background for narrow screens:
 * a print requests them, but does not wait for them. Where there may be such files, gives the page that size, and waits until it
 * is at rest.
 */
export async function printWithFiles<Printed>(
  page: PageContext,
  print: () => Promise<Printed>,
  sheetSize: () => Promise<{ width: number; height: number }>,
): Promise<Printed> {
  const { tab, traffic, viewport } = page
  if (!traffic) return print()
  if (!(await callAcrossNavigation(page, countMatches, CHOICES))) {
    const { printed, hasRequested } = await printAndTrack(page, print)
    if (!hasRequested) return printed
  }
  await setMetrics(tab.session, { ...viewport, ...(await sheetSize()) })
  // Pictures are chosen in the next frame.
  if (page.runsScripts) await awaitFrame(page)
  await settle(page, { isWhole: true })
  const printed = await print()
  await setMetrics(tab.session, viewport)
  return printed
}

/** Prints the page, and returns whether that requested files. */
async function printAndTrack<Printed>(
  page: PageContext,
  print: () => Promise<Printed>,
): Promise<{ printed: Printed; hasRequested: boolean }> {
  const { tab } = page
  let hasRequested = false
  const onRequest = (request: Request): void => {
    hasRequested ||= SHOWN.has(request.resourceType())
  }
  tab.page.on('request', onRequest)
  try {
    const printed = await print()
    // The reply to a print may come before the events of its requests.
    await evaluateAcrossNavigation(page, () => flushEvents(tab.session))
    return { printed, hasRequested }
  } finally {
    tab.page.off('request', onRequest)
  }
}
