import { readColour } from '@render/options'
import type { OverlayOptions } from 'sharp'
import { browserFrame } from '../../frames/browser.ts'
import { phoneFrame } from '../../frames/phone.ts'
import { changePicture } from '../../pictures/change-picture.ts'
import { drawingRatio } from '../../pictures/drawing-ratio.ts'
import { requireDrawable, requireRoom } from '../../pictures/room.ts'
import { shownAddress } from '../../pictures/shown-address.ts'
import { drawing } from '../../pictures/svg.ts'
import { stage } from '../../stage.ts'

const FRAMES = { browser: browserFrame, phone: phoneFrame }
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Draws a window or a telephone around the picture, on the colour of its border when it has one, else on nothing. */
export const wrapPicture = stage({
  name: 'wrap-picture',
  phase: 'transform',
  owns: ['wrap'],
  borrows: ['img_pad', 'img_bg'],
  async run(work, { wrap, img_pad, img_bg }) {
    if (!wrap) return
    const { picture, bounds, tab } = work
    const ratio = drawingRatio(work)
    const toPixels = (length: number): number => Math.round(length * ratio)
    const frame = FRAMES[wrap]
    const room = {
      top: toPixels(frame.top),
      right: toPixels(frame.right),
      bottom: toPixels(frame.bottom),
      left: toPixels(frame.left),
    }
    const whole = {
      width: room.left + picture.width + room.right,
      height: room.top + picture.height + room.bottom,
    }
    requireRoom(whole, bounds, ['wrap'])
    requireDrawable(whole, ['wrap'])

    const size = { width: picture.width / ratio, height: picture.height / ratio }
    const beneath = drawing(whole, ratio, await frame.draw(size, shownAddress(tab.page.url())))
    const ground = { ...whole, channels: 4 as const, background: readColour(img_bg) ?? CLEAR }
    const layers: OverlayOptions[] = [
      ...lowerCorners(picture, room, toPixels(frame.radius)),
      { input: beneath, blend: 'dest-over', limitInputPixels: false },
      ...(img_pad === undefined ? [] : [{ input: { create: ground }, blend: 'dest-over' } as const]),
    ]
    await changePicture(work, (image) => image.extend({ ...room, background: CLEAR }).composite(layers))
  },
})

interface Size {
  width: number
  height: number
}

/** What is cut off to make the lower corners of a picture round, wherever it lies. Lengths in pixels. */
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
