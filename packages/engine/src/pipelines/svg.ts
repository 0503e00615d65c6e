// How an SVG is made of a page: with lines and glyphs instead of pixels.
import { mockSvg } from '../svg/mock-svg.ts'
import { outputOfSvg } from '../svg/svg-output.ts'
import { producer } from '../producer.ts'
import { expand, settleIfChanged } from './expand.ts'
import { startSvg } from '../svg/svg-context.ts'
import { printSvg } from '../stages/capture/print-svg.ts'
import { measureDocument } from '../stages/capture/measure-document.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { scrollToElement } from '../stages/capture/scroll-to-element.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { uncoverElement } from '../stages/capture/uncover-element.ts'

export const svgProducer = producer({
  start: startSvg,
  onPage: [
    ...expand,
    scrollToElement,
    settleIfChanged,
    stopAnimations,
    measureElement,
    uncoverElement,
    measureDocument,
    printSvg,
  ],
  afterPage: [],
  outputs: outputOfSvg,
  mock: mockSvg,
})
