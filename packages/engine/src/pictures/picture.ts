import type { ImageFormat } from '@render/outputs'
import sharp, { type Sharp } from 'sharp'
import { toTiff } from '../picture-formats/tiff.ts'

/** A picture in processing: an encoded file, or bare pixels between two changes. */
export interface Picture {
  readonly body: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Set when the body is an encoded file. */
  readonly format?: ImageFormat
  /** Set when the body is bare pixels: 8-bit samples per pixel. */
  readonly channels?: 3 | 4
  /** ICC profile of the pixels; sRGB when undefined. */
  readonly icc?: Buffer
}

/** A picture of bare pixels. */
export type BarePicture = Picture & { readonly channels: 3 | 4 }

/** Opens the picture without converting its colours; files made of it keep its profile. */
export function openPicture(picture: Picture): Sharp {
  return openInSrgb(picture).keepIccProfile()
}

/** Opens the picture; the colours of files made of it are sRGB, without a profile. */
export function openInSrgb({ body, width, height, channels, icc }: Picture): Sharp {
  const limitInputPixels = false
  if (!channels) return sharp(body, { limitInputPixels })
  if (!icc) return sharp(body, { limitInputPixels, raw: { width, height, channels } })
  return sharp(toTiff({ body, width, height, channels, icc }), { limitInputPixels })
}

/** Decodes an image to bare pixels, which have the given profile. */
export async function decodePicture(image: Sharp, icc?: Buffer): Promise<BarePicture> {
  const { data: body, info } = await image.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { body, width, height, channels: channels === 4 ? 4 : 3, icc }
}
