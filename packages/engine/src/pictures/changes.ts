import type { RenderOptions, ResolvedName } from '@render/options'

/** Options that can make a picture larger than it was captured. */
export const pictureGrowth = [
  'show_url',
  'show_timestamp',
  'wrap',
  'img_pad',
  'thumb_width',
  'thumb_height',
] as const satisfies ResolvedName[]

/** Options that change a captured picture or make more files of it: the capture for them must be lossless. */
export const pictureChanges = [
  'crop_width',
  'auto_crop',
  'watermark',
  'watermark_url',
  'thumbnails',
  'full_page_slices',
  ...pictureGrowth,
] as const satisfies ResolvedName[]

export function changesPicture(options: Pick<RenderOptions, (typeof pictureChanges)[number]>): boolean {
  return pictureChanges.some((name) => options[name])
}
