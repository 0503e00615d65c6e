import type { GivenOptions } from '../table.ts'

type Thumbnail = NonNullable<GivenOptions['thumbnails']>[number]

/** What is wrong with the first thumbnail of no size. */
export function thumbnailFault(thumbnails: Thumbnail[]): string | undefined {
  const at = thumbnails.findIndex(({ width, height, size, preset }) => !(width ?? height ?? size ?? preset))
  return at < 0 ? undefined : `"thumbnails[${at}]" needs a "width", "height", "size" or "preset".`
}

/** The first thumbnail that has the key, or the suffix, of one before it; some disks take no notice of case. */
export function thumbnailTwins(
  thumbnails: Thumbnail[],
  member: 'key' | 'suffix',
): { at: number; name: string } | undefined {
  const nameOf = member === 'key' ? thumbnailKey : thumbnailSuffix
  const names = thumbnails.map(nameOf)
  const compared = member === 'key' ? names : names.map((name) => name.toLowerCase())
  const at = compared.findIndex((name, index) => compared.indexOf(name) < index)
  return at < 0 ? undefined : { at, name: names[at]! }
}

/** The first thumbnail whose file name would be that of a slice. */
export function thumbnailLikeSlice(thumbnails: Thumbnail[]): { at: number; name: string } | undefined {
  const names = thumbnails.map(thumbnailSuffix)
  const at = names.findIndex((name) => /^-slice-\d+$/i.test(name))
  return at < 0 ? undefined : { at, name: names[at]! }
}

/** The name of a thumbnail in the result: its key, else its preset, its size, or its place in the list. */
export function thumbnailKey({ key, preset, size, width, height }: Thumbnail, at: number): string {
  if (key) return key
  if (preset) return preset
  if (width !== undefined && height !== undefined) return `${width}x${height}`
  if (typeof size === 'number') return `${size}x${size}`
  return size ?? String(at)
}

/** What the file name of a thumbnail ends in, before the dot: never empty, and fit for a file name. */
export function thumbnailSuffix(thumbnail: Thumbnail, at: number): string {
  return thumbnail.suffix || `-${fileName(thumbnailKey(thumbnail, at))}`
}

/** A key may be of any characters; what a file name cannot have is written as a number. */
function fileName(key: string): string {
  return key
    .replaceAll('/', '-')
    .replaceAll(/[^\w.@-]/gu, (character) => character.codePointAt(0)!.toString(16))
}

/** What the file name of a slice ends in. */
export function sliceSuffix(index: number): string {
  return `-slice-${index}`
}
