// How a drawing is made of a page: with lines and glyphs instead of pixels.
import { mockSvg } from '../drawings/mock-svg.ts'
import { outputOfSvg } from '../drawings/svg-output.ts'
import { again } from '../pipeline.ts'
import { producer } from '../producer.ts'
import { onPageOf } from '../stage.ts'
import { startSvg, type SvgContext } from '../svg-context.ts'
import { drawPage } from '../stages/capture/draw-page.ts'
import { expandScroller } from '../stages/capture/expand-scroller.ts'
import { forceOffscreenRendering } from '../stages/capture/force-offscreen-rendering.ts'
import { highlightTerms } from '../stages/capture/highlight-terms.ts'
import { keepRevealed } from '../stages/capture/keep-revealed.ts'
import { keepViewportHeights } from '../stages/capture/keep-viewport-heights.ts'
import { measureDocument } from '../stages/capture/measure-document.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { scrollToElement } from '../stages/capture/scroll-to-element.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { uncoverElement } from '../stages/capture/uncover-element.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'

export const svgProducer = producer({
  start: startSvg,
  onPage: [
    keepRevealed,
    forceOffscreenRendering,
    expandScroller,
    keepViewportHeights,
    highlightTerms,
    scrollToElement,
    again([onPageOf<SvgContext>(settlePage)], ({ isPageChanged }) => isPageChanged),
    stopAnimations,
    measureElement,
    uncoverElement,
    measureDocument,
    drawPage,
  ],
  afterPage: [],
  outputs: outputOfSvg,
  mock: mockSvg,
})
