import type { RenderOptions } from '@render/options'
import { noteViewportHeights } from '../in-page/measuring/note-viewport-heights.ts'
import { pinViewportHeights } from '../in-page/measuring/pin-viewport-heights.ts'
import { pinViewportUnits } from '../in-page/measuring/pin-viewport-units.ts'
import type { PageContext } from '../page-context.ts'
import { callInPage } from '../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import { layOutOneSheet, type LayoutOptions, type Sheet } from './layout.ts'
import { printLayout, type LookOptions, type Printed } from './print-sheets.ts'

/** Prints the whole page on one sheet. */
export async function printOneSheet(
  page: PageContext,
  options: LayoutOptions & LookOptions & Pick<RenderOptions, 'full_width' | 'max_height' | 'max_width'>,
): Promise<Printed> {
  await pinHeights(page)
  const layOut = await layOutOneSheet(page, options)
  const printSheet = ({ layout, isCut }: Sheet, isLast: boolean) =>
    printLayout(page, layout, options, isCut || isLast ? '1' : '')
  const first = layOut(0)
  const printed = await printSheet(first, false)
  if (printed.pages === 1) return printed
  // Text breaks its lines elsewhere on paper than on the screen, so a page can print longer than it shows.
  return printSheet(layOut(first.height * (printed.pages - 1)), true)
}

/** Keeps elements that are as high as the viewport at that height: the sheet is much higher. */
function pinHeights(page: PageContext): Promise<void> {
  return evaluateAcrossNavigation(page, async () => {
    await callInPage(page.tab, noteViewportHeights, undefined)
    await callInPage(page.tab, pinViewportHeights, { always: true })
    await callInPage(page.tab, pinViewportUnits, undefined)
  })
}
