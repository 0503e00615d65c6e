import type { OverlayOptions } from 'sharp'
import { deviceFrames, marginsOf } from '../../device-frames/device-frames.ts'
import { changePicture } from '../../pictures/change-picture.ts'
import { colourInProfile } from '../../picture-formats/colour-in-profile.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { requireDrawable, requirePixels } from '../../pictures/require-size.ts'
import { shownAddress } from '../../pictures/shown-address.ts'
import { drawing } from '../../pictures/svg.ts'
import { finishImageStage } from '../../stage.ts'
import type { Size } from '../../geometry.ts'

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Draws a browser window or a phone around the picture, on the colour of its border or on transparency. */
export const wrapPicture = finishImageStage({
  name: 'wrap-picture',
  phase: 'transform',
  owns: ['wrap'],
  direct: true,
  borrows: ['img_pad', 'img_bg'],
  async run(ctx, { wrap, img_pad, img_bg }) {
    if (!wrap) return
    const { picture, page } = ctx
    const { bounds, finalUrl } = page
    const ratio = drawingRatio(ctx)
    const frame = deviceFrames[wrap]
    const margins = marginsOf(wrap, ratio)
    const whole = {
      width: margins.left + picture.width + margins.right,
      height: margins.top + picture.height + margins.bottom,
    }
    requirePixels(whole, bounds, ['wrap'])
    requireDrawable(whole, ['wrap'])

    const size = { width: picture.width / ratio, height: picture.height / ratio }
    const beneath = drawing(whole, ratio, await frame.draw(size, shownAddress(finalUrl)))
    const ground = {
      ...whole,
      channels: 4 as const,
      background: colourInProfile(img_bg, picture.icc) ?? CLEAR,
    }
    const layers: OverlayOptions[] = [
      ...lowerCorners(picture, margins, Math.round(frame.radius * ratio)),
      { input: beneath, blend: 'dest-over', limitInputPixels: false },
      ...(img_pad === undefined ? [] : [{ input: { create: ground }, blend: 'dest-over' } as const]),
    ]
    await changePicture(ctx, (image) => image.extend({ ...margins, background: CLEAR }).composite(layers))
  },
})

/** Returns layers that round the lower corners of a picture. Lengths in pixels. */
function lowerCorners(picture: Size, at: { left: number; top: number }, radius: number): OverlayOptions[] {
  const r = Math.min(radius, picture.height, Math.floor(picture.width / 2))
  if (r === 0) return []
  const corner = (path: string) => drawing({ width: r, height: r }, 1, `<path d="${path}"/>`)
  const place = { top: at.top + picture.height - r, blend: 'dest-out' } as const
  return [
    { input: corner(`M0 0V${r}H${r}A${r} ${r} 0 0 1 0 0`), left: at.left, ...place },
    { input: corner(`M${r} 0V${r}H0A${r} ${r} 0 0 0 ${r} 0`), left: at.left + picture.width - r, ...place },
  ]
}
