/** The options that each block one type of requests. */
export const BLOCKS = [
  'block_images',
  'block_fonts',
  'block_medias',
  'block_styles',
  'block_scripts',
  'block_frames',
  'block_fetch',
  'block_xhr',
  'block_manifests',
  'block_pings',
  'block_other',
] as const

export type Block = (typeof BLOCKS)[number]
