import sharp, { type Sharp } from 'sharp'

/** A picture on its way: a file as the browser encoded it, or bare pixels between two changes. */
export interface Picture {
  readonly body: Buffer
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** There when the body is bare pixels: samples of 8 bits for each of them. */
  readonly channels?: 3 | 4
}

export function openPicture({ body, width, height, channels }: Picture): Sharp {
  return sharp(body, { limitInputPixels: false, ...(channels && { raw: { width, height, channels } }) })
}
