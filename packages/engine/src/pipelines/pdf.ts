// How a PDF is made of a page: printed while the page is open, finished once its tab is closed.
import { mockPdf } from '../pdf/mock-pdf.ts'
import { outputOfPdf } from '../pdf/pdf-output.ts'
import { startPdf } from '../pdf/pdf-context.ts'
import { producer } from '../producer.ts'
import { expand, settleIfChanged } from './expand.ts'
import { isolateElement } from '../stages/capture/isolate-element.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { printPage } from '../stages/capture/print-page.ts'
import { printHeadersAndFooters } from '../stages/capture/print-headers-and-footers.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { finishPdf } from '../stages/transform/finish-pdf.ts'

export const pdfProducer = producer({
  start: startPdf,
  onPage: [
    ...expand,
    isolateElement,
    settleIfChanged,
    stopAnimations,
    measureElement,
    printPage,
    printHeadersAndFooters,
  ],
  afterPage: [finishPdf],
  outputs: outputOfPdf,
  mock: mockPdf,
})
