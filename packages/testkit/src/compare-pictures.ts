import pixelmatch from 'pixelmatch'
import sharp from 'sharp'

/** A tenth of pixelmatch's own: to it, bands that differ in blue alone would be the same. Edges count like any pixel. */
const SENSITIVITY = { threshold: 0.01, includeAA: true }

/** Which share of the pixels of two pictures differ to the eye, from 0 to 1; all of them when their sizes do. */
export async function differingShare(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([one, other].map(decode))
  const { width, height } = a!.info
  if (b!.info.width !== width || b!.info.height !== height) return 1
  return pixelmatch(a!.data, b!.data, undefined, width, height, SENSITIVITY) / (width * height)
}

function decode(file: Uint8Array) {
  return sharp(file, { limitInputPixels: false }).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
}
