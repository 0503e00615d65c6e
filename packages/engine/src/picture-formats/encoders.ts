import type { ImageFormat } from '@render/outputs'
import type { Sharp } from 'sharp'

/** The fastest: pictures of pages gain little from more. */
const PNG_LEVEL = 1
/** Takes half the time of the default for nearly the same size. */
const WEBP_EFFORT = 2
/** More effort takes four times as long to save a tenth of the size: only for high quality. */
const AVIF_EFFORT = 0
const AVIF_BEST_EFFORT = 2
const AVIF_BEST_QUALITY = 80

/** Encodes pictures in each format. A format without alpha gets a white background. */
export const encoders: Record<ImageFormat, (image: Sharp, quality: number) => Sharp> = {
  png: (image) => image.png({ compressionLevel: PNG_LEVEL }),
  jpg: (image, quality) => image.flatten({ background: '#fff' }).jpeg({ quality }),
  webp: (image, quality) => image.webp({ quality, effort: WEBP_EFFORT }),
  avif: (image, quality) =>
    image.avif({ quality, effort: quality > AVIF_BEST_QUALITY ? AVIF_BEST_EFFORT : AVIF_EFFORT }),
}
