import type { RenderOptions } from '@render/options'
import type { Sharp } from 'sharp'

/** The fastest: pictures of pages gain little from more. */
const PNG_LEVEL = 1
/** Nearly the size of the default in half the time. */
const WEBP_EFFORT = 2
/** More effort takes four times as long for a tenth of the size: only for who wants the best. */
const AVIF_EFFORT = 0
const AVIF_BEST_EFFORT = 2
const AVIF_BEST_QUALITY = 80

/** Makes a file of each format. What has no alpha is put on white. */
export const encoders: Record<RenderOptions['format'], (image: Sharp, quality: number) => Sharp> = {
  png: (image) => image.png({ compressionLevel: PNG_LEVEL }),
  jpg: (image, quality) => image.flatten({ background: '#fff' }).jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality, effort: WEBP_EFFORT }),
  avif: (image, quality) =>
    image.avif({ quality, effort: quality > AVIF_BEST_QUALITY ? AVIF_BEST_EFFORT : AVIF_EFFORT }),
}
