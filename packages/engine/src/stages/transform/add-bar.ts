import { BAR_COLOUR, drawBar } from '../../pictures/bar.ts'
import { drawOnPicture } from '../../pictures/change-picture.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { requireDrawable, requirePixels } from '../../pictures/require-size.ts'
import { shownAddress } from '../../pictures/shown-address.ts'
import { finishImageStage } from '../../stage.ts'

const TEXTS = ['show_url', 'show_timestamp'] as const

/** Adds a bar above the picture with the final address and the time. */
export const addBar = finishImageStage({
  name: 'add-bar',
  phase: 'transform',
  owns: TEXTS,
  direct: true,
  borrows: ['tz'],
  async run(ctx, options) {
    const address = options.show_url ? shownAddress(ctx.page.finalUrl) : undefined
    if (options.show_url && address === undefined)
      ctx.page.warnings.push('"show_url" has no effect on markup without a URL.')
    const time = options.show_timestamp ? timeIn(options.tz) : undefined
    const texts = [address, time].filter((text) => text !== undefined)
    if (texts.length === 0) return

    const { width, height } = ctx.picture
    const bar = await drawBar(texts, width, drawingRatio(ctx))
    const named = TEXTS.filter((option) => options[option])
    requirePixels({ width, height: height + bar.height }, ctx.page.bounds, named)
    requireDrawable(bar, named)
    const above = { top: bar.height, background: BAR_COLOUR }
    await drawOnPicture(ctx, [{ input: bar.svg, left: 0, top: 0 }], (image) => image.extend(above))
  },
})

/** Formats the time in a zone with its UTC offset: 2027-03-28T14:05:09+02:00. */
function timeIn(zone: string): string {
  return Temporal.Now.zonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
