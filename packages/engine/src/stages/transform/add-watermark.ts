import { RenderError } from '@render/errors'
import type { Undrawn } from '../../in-page/drawing/show-mark.ts'
import { drawOnPicture } from '../../pictures/change-picture.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { TIMED_OUT } from '../../protocol/time-budget.ts'
import { imageStage } from '../../stage.ts'
import { drawMark } from '../../watermark/draw-mark.ts'
import { fetchPicture, noPicture } from '../../watermark/fetch-picture.ts'
import { placeMark } from '../../watermark/place-mark.ts'
import { sourceOf } from '../../watermark/source.ts'

/** The largest mark that the browser draws exactly, in pixels. */
const LARGEST_SIDE = 8192
// In CSS pixels.
const MARGIN = 16
const GAP = 32
/** Angle of repeated text, in degrees. */
const ANGLE = -30

/** Draws a text, a picture or the service's mark over the picture; by default a text everywhere, others in a corner. */
export const addWatermark = imageStage({
  name: 'add-watermark',
  phase: 'transform',
  owns: [
    'watermark',
    'watermark_url',
    'watermark_width',
    'watermark_height',
    'watermark_bgcolor',
    'watermark_opacity',
    'watermark_repeat',
    'watermark_position',
    'watermark_angle',
    'watermark_style',
    'blend_mode',
  ],
  async run(ctx, options) {
    const source = sourceOf(options, ctx.page.serviceMark)
    if (!source) return
    const isText = 'text' in source
    const { watermark_style: style, watermark_width: width, watermark_height: height } = options
    const { watermark_position: position = isText ? 'center' : 'right bottom' } = options
    const { watermark_repeat: repeat = isText && !options.watermark_position } = options
    const { watermark_angle: angle = isText && repeat ? ANGLE : 0 } = options
    const { watermark_bgcolor: background, watermark_opacity: opacity } = options

    const { picture, page } = ctx
    const { warnings } = page
    const maxPixels = page.bounds.pixels
    const ratio = drawingRatio(ctx)
    const maxSize = {
      width: Math.min(picture.width, LARGEST_SIDE) / ratio,
      height: Math.min(picture.height, LARGEST_SIDE) / ratio,
    }
    const content = isText
      ? { text: source.text, declarations: style?.allowed ?? [] }
      : { picture: await fetchPicture(page, source.address, source.option), maxPixels }
    const mark = await drawMark(ctx.page, {
      content,
      width,
      height,
      background,
      opacity,
      angle,
      ratio,
      maxSize,
    })
    if (mark === TIMED_OUT || typeof mark === 'string') {
      if (isText) throw new RenderError('RenderTimeoutError')
      throw noPicture(source.option, reasonOf(mark, maxPixels))
    }

    const ignored = [...(style?.others ?? []), ...mark.refused]
    if (style && !isText) warnings.push('"watermark_style" has no effect on an image watermark.')
    else if (ignored.length > 0) warnings.push(`Ignored parts of "watermark_style": ${ignored.join(', ')}.`)
    const placing = { repeat, position, gap: Math.round(GAP * ratio), margin: Math.round(MARGIN * ratio) }
    const layer = await placeMark(mark.body, picture, placing)
    await drawOnPicture(ctx, [{ ...layer, blend: options.blend_mode }])
  },
})

function reasonOf(undrawn: Undrawn | typeof TIMED_OUT, maxPixels: number): string {
  if (undrawn === TIMED_OUT) return 'it takes too long to draw'
  return undrawn === 'too large' ? `it has more than ${maxPixels} pixels` : 'it cannot be read'
}
