import { readColour, type Rgba } from './colour.ts'
import { thumbnailKey, thumbnailSuffix, type NamedThumbnail } from './thumbnail-names.ts'

interface GivenThumbnail extends NamedThumbnail {
  bg?: string
}

interface Read {
  key: string
  suffix: string
  /** Image pixels; `fit` is the default fit of a copy of this size. */
  size?: { width: number; height: number; fit?: 'inside' }
  bg?: Rgba
}

/** Reads the size and the background of a thumbnail, and gives it a key and a suffix when it has none. */
export function readThumbnail<T extends GivenThumbnail>(
  thumbnail: T,
  at: number,
): Omit<T, 'bg' | 'size'> & Read {
  const { size, bg, ...rest } = thumbnail
  return {
    ...rest,
    key: thumbnailKey(thumbnail, at),
    suffix: thumbnailSuffix(thumbnail, at),
    ...(size !== undefined && { size: readSize(size) }),
    ...(bg !== undefined && { bg: readColour(bg) }),
  }
}

/** A number is a square that the copy has to fit into, a text is `WxH`. */
function readSize(size: number | string): Read['size'] {
  if (typeof size === 'number') return { width: size, height: size, fit: 'inside' }
  const [width = 0, height = 0] = size.split(/x/i).map(Number)
  return { width, height }
}
