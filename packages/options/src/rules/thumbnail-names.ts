import type { GivenOptions } from '../table.ts'

type Thumbnail = NonNullable<GivenOptions['thumbnails']>[number]

/** What is wrong with the first thumbnail of no size. */
export function thumbnailFault(thumbnails: Thumbnail[]): string | undefined {
  const at = thumbnails.findIndex(({ width, height, size, preset }) => !(width ?? height ?? size ?? preset))
  return at < 0 ? undefined : `"thumbnails[${at}]" needs a "width", "height", "size" or "preset".`
}

/** The first thumbnail that has the key, or the suffix, of one before it. */
export function thumbnailTwins(
  thumbnails: Thumbnail[],
  member: 'key' | 'suffix',
): { at: number; name: string } | undefined {
  const names = thumbnails.map((thumbnail, at) =>
    member === 'key' ? thumbnailKey(thumbnail, at) : thumbnailSuffix(thumbnail, at),
  )
  const at = names.findIndex((name, index) => names.indexOf(name) < index)
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

/** What the file name of a thumbnail ends in, before the dot; fit for a file name. */
export function thumbnailSuffix(thumbnail: Thumbnail, at: number): string {
  return thumbnail.suffix ?? `-${thumbnailKey(thumbnail, at).replaceAll('/', '-')}`
}
