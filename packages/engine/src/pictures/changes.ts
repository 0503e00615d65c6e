import type { RenderOptions, ResolvedName } from '@render/options'

/** Options that can make a picture larger than it was taken. */
export const pictureGrowth = [
  'show_url',
  'show_timestamp',
  'wrap',
  'img_pad',
  'thumb_width',
  'thumb_height',
] as const satisfies ResolvedName[]

/** Options that change a picture after it was taken, or make more of it: what is taken for them must have lost nothing. */
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
