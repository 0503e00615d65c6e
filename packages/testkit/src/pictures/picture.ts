import sharp from 'sharp'

export interface Picture {
  format: string
  width: number
  height: number
  hasAlpha: boolean
  /** Red, green, blue and alpha of all pixels, row by row. */
  pixels: Buffer
  /** Returns a pixel as `#rrggbb`, each channel rounded to the nearest of 00, 80 and ff. */
  at(x: number, y: number): string
  /** Returns a pixel exactly: red, green, blue and alpha, each from 0 to 255. */
  rgba(x: number, y: number): [number, number, number, number]
}

const UNLIMITED = { limitInputPixels: false }

/** Decodes an image and gives access to its pixels. */
export async function readPicture(file: Uint8Array): Promise<Picture> {
  const { format, hasAlpha } = await sharp(file, UNLIMITED).metadata()
  const { data, info } = await sharp(file, UNLIMITED)
    .ensureAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const rgba = (x: number, y: number): [number, number, number, number] => {
    if (x < 0 || y < 0 || x >= width || y >= height) throw new RangeError(`${x},${y} is outside the picture.`)
    const at = (y * width + x) * 4
    return [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!]
  }
  return {
    format,
    width,
    height,
    hasAlpha,
    pixels: data,
    at: (x, y) => `#${rgba(x, y).slice(0, 3).map(nearest).join('')}`,
    rgba,
  }
}

function nearest(value: number): string {
  if (value < 64) return '00'
  return value < 192 ? '80' : 'ff'
}
