// How a PDF is made of a page: printed while the page is open, finished once its tab is closed.
import { mockPdf } from '../printing/mock-pdf.ts'
import { outputOfPdf } from '../printing/pdf-output.ts'
import { startPdf, type PdfContext } from '../pdf-context.ts'
import { again } from '../pipeline.ts'
import { producer } from '../producer.ts'
import { onPageOf } from '../stage.ts'
import { expandScroller } from '../stages/capture/expand-scroller.ts'
import { forceOffscreenRendering } from '../stages/capture/force-offscreen-rendering.ts'
import { highlightTerms } from '../stages/capture/highlight-terms.ts'
import { isolateElement } from '../stages/capture/isolate-element.ts'
import { keepRevealed } from '../stages/capture/keep-revealed.ts'
import { keepViewportHeights } from '../stages/capture/keep-viewport-heights.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { printPage } from '../stages/capture/print-page.ts'
import { printHeadersAndFooters } from '../stages/capture/print-rows.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'
import { finishPdf } from '../stages/transform/finish-pdf.ts'

export const pdfProducer = producer({
  start: startPdf,
  onPage: [
    keepRevealed,
    forceOffscreenRendering,
    expandScroller,
    keepViewportHeights,
    highlightTerms,
    isolateElement,
    again([onPageOf<PdfContext>(settlePage)], ({ isPageChanged }) => isPageChanged),
    stopAnimations,
    measureElement,
    printPage,
    printHeadersAndFooters,
  ],
  afterPage: [finishPdf],
  outputs: outputOfPdf,
  mock: mockPdf,
})
