import { RenderError } from '@render/errors'
import { drawOnPicture } from '../../pictures/change-picture.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { stage } from '../../stage.ts'
import { readDeclarations } from '../../watermark/declarations.ts'
import { drawMark } from '../../watermark/draw-mark.ts'
import { fetchPicture, noPicture } from '../../watermark/fetch-picture.ts'
import { placeMark } from '../../watermark/place-mark.ts'
import { sourceOf } from '../../watermark/source.ts'

/** In pixels: the browser draws that exactly. */
const LARGEST_SIDE = 8192
// In CSS pixels.
const MARGIN = 16
const GAP = 32
/** Of a text that is repeated, in degrees. */
const ANGLE = -30

/** Puts a text, a picture or the service's mark over the picture: a text all over it, anything else into a corner. */
export const addWatermark = stage({
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
  async run(work, options) {
    const source = sourceOf(options, work.serviceMark)
    if (!source) return
    const isText = 'text' in source
    const { watermark_style: style, watermark_width: width, watermark_height: height } = options
    const { watermark_position: position = isText ? 'center' : 'right bottom' } = options
    const { watermark_repeat: repeat = isText && !options.watermark_position } = options
    const { watermark_angle: angle = isText && repeat ? ANGLE : 0 } = options
    const { watermark_bgcolor: background, watermark_opacity: opacity } = options

    const { picture, warnings } = work
    const ratio = drawingRatio(work)
    const most = {
      width: Math.min(picture.width, LARGEST_SIDE) / ratio,
      height: Math.min(picture.height, LARGEST_SIDE) / ratio,
    }
    const { allowed, others } = readDeclarations(style ?? '')
    const content = isText
      ? { text: source.text, declarations: allowed }
      : { picture: await fetchPicture(work, source.address, source.option) }
    const mark = await drawMark(work, { content, width, height, background, opacity, angle, ratio, most })
    if (!mark)
      throw isText ? new RenderError('RenderTimeoutError') : noPicture(source.option, 'it cannot be read')

    const ignored = [...others, ...mark.refused]
    if (style && !isText) warnings.push('"watermark_style" has no effect on a picture.')
    else if (ignored.length > 0)
      warnings.push(`"watermark_style" was ignored in part: ${ignored.join(', ')}.`)
    const placing = { repeat, position, gap: Math.round(GAP * ratio), margin: Math.round(MARGIN * ratio) }
    const layer = await placeMark(mark.body, picture, placing)
    await drawOnPicture(work, [{ ...layer, blend: options.blend_mode }])
  },
})
