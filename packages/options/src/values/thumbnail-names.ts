/** The members of a thumbnail that its names depend on. */
export interface NamedThumbnail {
  key?: string
  suffix?: string
  preset?: string
  size?: number | string
  width?: number
  height?: number
}

/** Returns the error of the first thumbnail without a size; undefined when all have one. */
export function thumbnailFault(thumbnails: NamedThumbnail[]): string | undefined {
  const at = thumbnails.findIndex(({ width, height, size, preset }) => !(width ?? height ?? size ?? preset))
  return at < 0 ? undefined : `"thumbnails[${at}]" needs a "width", "height", "size" or "preset".`
}

/**
 * Returns the first thumbnail with the key, or the suffix, of an earlier one. Suffixes are compared without case, as some
 * file systems do.
 */
export function thumbnailTwins(
  thumbnails: NamedThumbnail[],
  member: 'key' | 'suffix',
): { at: number; name: string } | undefined {
  const nameOf = member === 'key' ? thumbnailKey : thumbnailSuffix
  const names = thumbnails.map(nameOf)
  const compared = member === 'key' ? names : names.map((name) => name.toLowerCase())
  const at = compared.findIndex((name, index) => compared.indexOf(name) < index)
  return at < 0 ? undefined : { at, name: names[at]! }
}

/** Returns the first thumbnail whose file name would be that of a slice. */
export function thumbnailLikeSlice(thumbnails: NamedThumbnail[]): { at: number; name: string } | undefined {
  const names = thumbnails.map(thumbnailSuffix)
  const at = names.findIndex((name) => /^-slice-\d+$/i.test(name))
  return at < 0 ? undefined : { at, name: names[at]! }
}

/** Returns the name of a thumbnail in the result: its key, else its preset, its size, or its index in the list. */
export function thumbnailKey({ key, preset, size, width, height }: NamedThumbnail, at: number): string {
  if (key) return key
  if (preset) return preset
  if (width !== undefined && height !== undefined) return `${width}x${height}`
  if (typeof size === 'number') return `${size}x${size}`
  return size ?? String(at)
}

/** Returns the suffix of a thumbnail's file name, before the dot. It is never empty, and valid in a file name. */
export function thumbnailSuffix(thumbnail: NamedThumbnail, at: number): string {
  return thumbnail.suffix || `-${fileName(thumbnailKey(thumbnail, at))}`
}

/** Replaces characters that a file name cannot have by their code point. */
function fileName(key: string): string {
  return key
    .replaceAll('/', '-')
    .replaceAll(/[^\w.@-]/gu, (character) => character.codePointAt(0)!.toString(16))
}

/** Returns the suffix of a slice's file name, before the dot. */
export function sliceSuffix(index: number): string {
  return `-slice-${index}`
}
