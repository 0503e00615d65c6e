// How a picture is made of a page: captured while the page is open, finished once its tab is closed.
import { outputOfImage } from '../pictures/image-output.ts'
import { startImage, type ImageOptions } from '../pictures/image-context.ts'
import { mockImage } from '../pictures/mock-image.ts'
import { producer, type MockLimits, type Outputs } from '../producer.ts'
import { expand, settleIfChanged } from './expand.ts'
import { clearBackground } from '../stages/capture/clear-background.ts'
import { clipArea } from '../stages/capture/clip-area.ts'
import { clipToViewport } from '../stages/capture/clip-to-viewport.ts'
import { limitArea } from '../stages/capture/limit-area.ts'
import { measureDocument } from '../stages/capture/measure-document.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { planSections } from '../stages/capture/plan-sections.ts'
import { reservePixels } from '../stages/capture/reserve-pixels.ts'
import { scrollToElement } from '../stages/capture/scroll-to-element.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { takePicture } from '../stages/capture/take-picture.ts'
import { takeSections } from '../stages/capture/take-sections.ts'
import { uncoverElement } from '../stages/capture/uncover-element.ts'
import { addBar } from '../stages/transform/add-bar.ts'
import { addWatermark } from '../stages/transform/add-watermark.ts'
import { autoCrop } from '../stages/transform/auto-crop.ts'
import { cropWidth } from '../stages/transform/crop-width.ts'
import { cutSlices } from '../stages/transform/cut-slices.ts'
import { encodePicture } from '../stages/transform/encode-picture.ts'
import { makeThumbnails } from '../stages/transform/make-thumbnails.ts'
import { pad } from '../stages/transform/pad.ts'
import { resize } from '../stages/transform/resize.ts'
import { wrapPicture } from '../stages/transform/wrap-picture.ts'

const measure = [
  stopAnimations,
  clearBackground,
  measureElement,
  uncoverElement,
  clipArea,
  measureDocument,
  clipToViewport,
  planSections,
  limitArea,
]

const capture = [
  ...expand,
  scrollToElement,
  settleIfChanged,
  ...measure,
  reservePixels,
  takePicture,
  takeSections,
]

/** Crops the picture and adds the bar; a watermark is drawn after these. */
const trim = [cropWidth, autoCrop, addBar]

const finish = [wrapPicture, pad, makeThumbnails, cutSlices, resize, encodePicture]

/** The size of a mock is that of the picture, as far as it does not depend on what the page shows. */
const mock = (options: ImageOptions, { bounds }: MockLimits, warnings: string[]): Promise<Outputs> =>
  mockImage(options, bounds, warnings, [cropWidth, addBar, ...finish])

/** The browser draws watermarks, in a tab beside the page: what comes before one then happens there too. */
export const imageProducers = {
  plain: producer({
    start: startImage,
    onPage: capture,
    afterPage: [...trim, ...finish],
    outputs: outputOfImage,
    mock,
  }),
  marked: producer({
    start: startImage,
    onPage: [...capture, ...trim, addWatermark],
    afterPage: finish,
    outputs: outputOfImage,
    mock,
  }),
}
