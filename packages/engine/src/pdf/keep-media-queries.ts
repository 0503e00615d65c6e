import type { CDPSession } from 'playwright-core'
import { pinMediaQueries } from '../in-page/printing/pin-media-queries.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'

/** The features of media queries that differ on a sheet as wide as the viewport and as high as the page. */
const FEATURES = 'height|orientation|aspect-ratio'

/** Keeps what style sheets have for the height and the proportions of the viewport when the page is laid out on one sheet. */
export function keepMediaQueries(page: PageContext): Promise<void> {
  const { tab } = page
  return evaluateAcrossNavigation(page, async () => {
    const isUnread = await callInPage(tab, pinMediaQueries, { features: FEATURES })
    if (isUnread) await keepForeignQueries(tab.session)
  })
}

/** Decides the queries in style sheets of other sites, which scripts cannot read. */
async function keepForeignQueries(session: CDPSession): Promise<void> {
  const feature = new RegExp(FEATURES, 'i')
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  try {
    const { medias } = await session.send('CSS.getMediaQueries')
    const open = medias.flatMap(({ source, text, styleSheetId, range, mediaList = [] }) =>
      source === 'mediaRule' && feature.test(text) && styleSheetId && range
        ? { styleSheetId, range, text: mediaList.some(({ active }) => active) ? 'all' : 'not all' }
        : [],
    )
    // Each change moves what comes after it. The page may have removed a sheet in between.
    const fromEnd = open.toSorted(
      ({ range: a }, { range: b }) => b.startLine - a.startLine || b.startColumn - a.startColumn,
    )
    await Promise.allSettled(fromEnd.map((change) => session.send('CSS.setMediaText', change)))
  } finally {
    await session.send('CSS.disable')
    await session.send('DOM.disable')
  }
}
