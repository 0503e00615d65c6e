import { BAR_COLOUR, drawBar } from '../../pictures/bar.ts'
import { drawOnPicture } from '../../pictures/change-picture.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { requireDrawable, requireRoom } from '../../pictures/room.ts'
import { shownAddress } from '../../pictures/shown-address.ts'
import { stage } from '../../stage.ts'

const TEXTS = ['show_url', 'show_timestamp'] as const

/** Puts one bar above the picture with the address, after redirects, and the time. */
export const addBar = stage({
  name: 'add-bar',
  phase: 'transform',
  owns: TEXTS,
  borrows: ['tz'],
  async run(work, options) {
    const address = options.show_url ? shownAddress(work.tab.page.url()) : undefined
    if (options.show_url && address === undefined)
      work.warnings.push('"show_url" has no effect on markup without an address.')
    const time = options.show_timestamp ? timeIn(options.tz) : undefined
    const texts = [address, time].filter((text) => text !== undefined)
    if (texts.length === 0) return

    const { width, height } = work.picture
    const bar = await drawBar(texts, width, drawingRatio(work))
    const named = TEXTS.filter((option) => options[option])
    requireRoom({ width, height: height + bar.height }, work.bounds, named)
    requireDrawable(bar, named)
    const above = { top: bar.height, background: BAR_COLOUR }
    await drawOnPicture(work, [{ input: bar.svg, left: 0, top: 0 }], (image) => image.extend(above))
  },
})

/** The time in a zone, with its distance from UTC: 2027-03-28T14:05:09+02:00. */
function timeIn(zone: string): string {
  return Temporal.Now.zonedDateTimeISO(zone).toString({ smallestUnit: 'second', timeZoneName: 'never' })
}
