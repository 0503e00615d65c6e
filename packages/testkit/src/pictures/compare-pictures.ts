import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** A tenth of pixelmatch's default, with which bands that differ only in blue would be equal. Anti-aliased edges count. */
const SENSITIVITY = { threshold: 0.01, includeAA: true }

/** Returns the share of pixels that differ visibly, from 0 to 1; 1 when the sizes differ. */
export async function differingShare(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(decode))
  const { width, height } = a!.info
  if (b!.info.width !== width || b!.info.height !== height) return 1
  return pixelmatch(a!.data, b!.data, undefined, width, height, SENSITIVITY) / (width * height)
}

function decode(file: Uint8Array) {
  return sharp(file, { limitInputPixels: false }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}
