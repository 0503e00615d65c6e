import type { RenderOptions } from '@render/options'
import sharp, { type Sharp } from 'sharp'
import { toTiff } from './tiff.ts'

/** A picture on its way: an encoded file, or bare pixels between two changes. */
export interface Picture {
  readonly body: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** There when the body is a file. */
  readonly format?: RenderOptions['format']
  /** There when the body is bare pixels: samples of 8 bits for each of them. */
  readonly channels?: 3 | 4
  /** Colour profile that the pixels are meant in, as its file's bytes; sRGB when undefined. */
  readonly icc?: Buffer
}

/** The pixels as they are, whatever their profile; files made of them have it too. */
export function openPicture(picture: Picture): Sharp {
  const { body, width, height, channels, icc } = picture
  const limitInputPixels = false
  if (!channels) return sharp(body, { limitInputPixels }).keepIccProfile()
  if (!icc) return sharp(body, { limitInputPixels, raw: { width, height, channels } })
  return sharp(toTiff({ body, width, height, channels, icc }), { limitInputPixels }).keepIccProfile()
}
