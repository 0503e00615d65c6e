import { frameSvg } from '../../svg/frame-svg.ts'
import { pinBackground } from '../../in-page/printing/pin-background.ts'
import { pinFixed } from '../../in-page/printing/pin-fixed.ts'
import { pinPictures } from '../../in-page/printing/pin-pictures.ts'
import { stripSvg } from '../../in-page/reading/strip-svg.ts'
import type { PageContext } from '../../page-context.ts'
import { documentArea } from '../../pictures/document-area.ts'
import { keepColorScheme } from '../../pdf/keep-color-scheme.ts'
import { keepMediaQueries } from '../../pdf/keep-media-queries.ts'
import type { PrintLayout } from '../../pdf/layout.ts'
import { layOutSvg } from '../../svg/svg-layout.ts'
import { pinLengths } from '../../elements/pin-lengths.ts'
import { printLayout, type Printed } from '../../pdf/print-sheets.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { writeSvg } from '../../self-contained/write-self-contained.ts'
import { svgStage } from '../../stage.ts'
import type { SvgContext } from '../../svg/svg-context.ts'

const LOOK = { pdf_background: true, pdf_outline: false, pdf_tagged: false }
const FIRST = [{ first: 1, last: 1 }]
const WHITE = '#fff'
const FILE = 'page.svg'

/** Makes an SVG of the page, with its lines and glyphs; an address that returned an SVG gives its own markup. */
export const printSvg = svgStage({
  name: 'print-svg',
  phase: 'capture',
  borrows: ['transparent', 'dark_mode'],
  async run(ctx, { transparent, ...options }) {
    ctx.svg = await ownMarkup(ctx.page)
    if (ctx.svg) return
    await keepColorScheme(ctx.page, options)
    ctx.svg = await print(ctx, transparent ? undefined : WHITE)
  },
})

async function ownMarkup(page: PageContext): Promise<SvgContext['svg']> {
  const size = await callAcrossNavigation(page, stripSvg)
  return size && size !== 'other' ? { body: await writeSvg(page, FILE), ...size } : undefined
}

/** The browser prints the whole page on one sheet, and a program converts that. */
async function print(
  { page, area, isWholePage }: SvgContext,
  background?: string,
): Promise<SvgContext['svg']> {
  await keepMediaQueries(page)
  await pinLengths(page)
  const { all, visible } = await documentArea(page)
  if (!isWholePage) {
    await callAcrossNavigation(page, pinFixed)
    await callAcrossNavigation(page, pinBackground)
  }
  await callAcrossNavigation(page, pinPictures)
  const shown = area ?? visible
  const { x, withHeight } = await layOutSvg(page, all, shown)
  const { body, userUnit } = await printOne(page, withHeight, all.height)
  const { pdfTools, scratch, signal } = page
  const [sheet, framed] = [await scratch.file('sheet.svg'), await scratch.file(FILE)]
  await pdfTools.convertToSvg(body.path, sheet, signal)
  await frameSvg(sheet, framed, { area: { ...shown, x: shown.x - x }, background, userUnit })
  const { width, height } = shown
  return { body: await scratch.take(FILE), width, height }
}

/** A page that grows for the print gets a higher sheet. */
async function printOne(
  page: PageContext,
  layOut: (height: number) => PrintLayout,
  height: number,
): Promise<Printed> {
  const printed = await printLayout(page, layOut(height), LOOK)
  return printed.pages > 1 ? printLayout(page, layOut(height * printed.pages), LOOK, FIRST) : printed
}
