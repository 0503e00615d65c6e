import { toDevicePixels } from '../../pictures/capture-area.ts'
import { changesPicture, pictureChanges } from '../../pictures/changes.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { pixelBytes } from '../../picture-sizes/pixel-bytes.ts'
import { isOneTile } from '../../pictures/tiles.ts'
import { imageStage } from '../../stage.ts'

/** Smaller pictures never wait: all renders together hold little of them. */
const SMALL_BYTES = 16 * 1024 ** 2

/**
 * Reserves memory for a large picture that is put together from several captures, or changed. A picture that stays the
 * browser's file until it is encoded needs none.
 */
export const reservePixels = imageStage({
  name: 'reserve-pixels',
  phase: 'capture',
  borrows: [...pictureChanges, 'img_fit'],
  run(ctx, options) {
    const { area, sectionSize, scale, page } = ctx
    const { viewport, bounds } = page
    const captured = toDevicePixels(area ?? { x: 0, y: 0, ...viewport }, viewport.ratio * scale)
    if (!sectionSize && isOneTile(captured) && !changesPicture(options)) return
    const bytes = pixelBytes(captured, options, drawingRatio(ctx), bounds)
    if (bytes <= SMALL_BYTES) return
    return page.reservePixels(bytes).then(() => undefined)
  },
})
