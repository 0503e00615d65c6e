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
  return pictureOf(data, { ...info, format, hasAlpha })
}

/** Gives access to decoded pixels: red, green, blue and alpha, row by row. */
export function pictureOf(
  pixels: Buffer,
  { format, width, height, hasAlpha }: Pick<Picture, 'format' | 'width' | 'height' | 'hasAlpha'>,
): Picture {
  const rgba = (x: number, y: number): [number, number, number, number] => {
    if (x < 0 || y < 0 || x >= width || y >= height) throw new RangeError(`${x},${y} is outside the picture.`)
    const at = (y * width + x) * 4
    return [pixels[at]!, pixels[at + 1]!, pixels[at + 2]!, pixels[at + 3]!]
  }
  return {
    format,
    width,
    height,
    hasAlpha,
    pixels,
    at: (x, y) => `#${rgba(x, y).slice(0, 3).map(nearest).join('')}`,
    rgba,
  }
}

function nearest(value: number): string {
  if (value < 64) return '00'
  return value < 192 ? '80' : 'ff'
}
