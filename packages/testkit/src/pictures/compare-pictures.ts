import pixelmatch from 'pixelmatch'
import { readPicture, type Picture } from './picture.ts'

/** A tenth of pixelmatch's default, with which bands that differ only in blue would be equal. Anti-aliased edges count. */
const SENSITIVITY = { threshold: 0.01, includeAA: true }

/** Returns the share of pixels that differ visibly, from 0 to 1; 1 when the sizes differ. Decodes files. */
export async function differingShare(
  one: Uint8Array | Picture,
  other: Uint8Array | Picture,
): Promise<number> {
  const [a, b] = await Promise.all([decoded(one), decoded(other)])
  const { width, height } = a
  if (b.width !== width || b.height !== height) return 1
  if (a.pixels.equals(b.pixels)) return 0
  return pixelmatch(a.pixels, b.pixels, undefined, width, height, SENSITIVITY) / (width * height)
}

function decoded(picture: Uint8Array | Picture): Picture | Promise<Picture> {
  return picture instanceof Uint8Array ? readPicture(picture) : picture
}
