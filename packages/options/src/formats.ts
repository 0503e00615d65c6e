/** Every kind of file, under the name that an option value is coerced to. */
export const FORMATS = [
  'png',
  'jpg',
  'webp',
  'avif',
  'svg',
  'pdf',
  'html',
  'mhtml',
  'md',
  'mp4',
  'webm',
] as const

export type Format = (typeof FORMATS)[number]

/** Formats made of one picture. */
export const RASTER: readonly Format[] = ['png', 'jpg', 'webp', 'avif']
export const VIDEO: readonly Format[] = ['mp4', 'webm']
