import { readColour, type RenderOptions } from '@render/options'
import type { Sharp } from 'sharp'

/** The size that a picture is to have; as the options `img_fit`, `img_position` and `img_bg` when both sides are given. */
export interface Frame {
  width?: number
  height?: number
  fit: RenderOptions['img_fit']
  position: RenderOptions['img_position']
  /** A CSS colour. */
  background: string
}

interface Size {
  width: number
  height: number
}

export function fitImage(image: Sharp, { width, height, fit, position, background }: Frame): Sharp {
  // One side alone keeps the ratio, where sharp would stretch to it for `fill`.
  if (!width || !height) return image.resize({ width, height })
  // A picture that is shown whole has no part to choose.
  const isChosen = position === 'entropy' || position === 'attention'
  const place = fit === 'contain' && isChosen ? 'center' : position
  return image.resize({ width, height, fit, position: place, background: readColour(background) })
}

/** The largest size that may come out. */
export function sizeInFrame(picture: Size, { width, height, fit }: Frame): Size {
  if (width && height && fit !== 'outside') return { width, height }
  const scale = Math.max((width ?? 0) / picture.width, (height ?? 0) / picture.height)
  return { width: Math.ceil(picture.width * scale), height: Math.ceil(picture.height * scale) }
}
