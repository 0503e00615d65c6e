import type { Area } from '../geometry.ts'
import { removeBreaks } from '../in-page/printing/remove-breaks.ts'
import type { PageContext } from '../page-context.ts'
import type { PrintLayout } from '../pdf/layout.ts'
import { keepWidth, layOutWhole } from '../pdf/one-sheet-layout.ts'
import { callAcrossNavigation } from '../protocol/call-across-navigation.ts'

const NO_MARGINS = { top: 0, right: 0, bottom: 0, left: 0 }

/** Keeps the colours that browsers leave out on paper. */
const AS_ON_SCREEN = '*, ::before, ::after { print-color-adjust: exact !important }'

/**
 * Lays the whole page out as on a screen, on one sheet of its size, of which an area is shown. Returns where the sheet begins,
 * and a function for sheets of any height.
 */
export async function layOutSvg(
  page: PageContext,
  all: Area,
  shown: Area,
): Promise<{ x: number; withHeight: (height: number) => PrintLayout }> {
  const { x, width } = await keepWidth(page, all, shown)
  await callAcrossNavigation(page, removeBreaks)
  const withHeight = (height: number) => layOutWhole({ width, height }, NO_MARGINS, AS_ON_SCREEN)
  return { x, withHeight }
}
