/** The kinds of pictures that browsers show; `svg` is any markup. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg'

/** Brands of an AVIF file: a picture, or a sequence of pictures. */
const AVIF_BRANDS = new Set(['avif', 'avis'])
/** The length of the longest signature: the file type box of AVIF, whose brands may be many. */
const SIGNATURE_BYTES = 2048

const SIGNATURES: [PictureKind, (text: string) => boolean][] = [
  ['png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['jpeg', (text) => text.startsWith('\xff\xd8\xff')],
  ['gif', (text) => /^GIF8[79]a/.test(text)],
  ['webp', (text) => text.startsWith('RIFF') && /^WEBPVP8[ LX]/.test(text.slice(8))],
  ['avif', (text) => brandsOf(text).some((brand) => AVIF_BRANDS.has(brand))],
]

/** Byte order marks, and markup after any number of blanks; UTF-16 has a zero byte beside each of its characters. */
const MARKUP = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*</

/**
 * Recognises a picture by its first bytes; no library reads it in this process. Libraries recognise more kinds, such as
 * compressed SVG, and take as long as the file likes to read them. Returns undefined for everything else.
 */
export function recognisePicture(body: Buffer): PictureKind | undefined {
  const text = body.toString('latin1', 0, SIGNATURE_BYTES)
  return (
    SIGNATURES.find(([, fits]) => fits(text))?.[0] ??
    (MARKUP.test(body.toString('latin1')) ? 'svg' : undefined)
  )
}

/**
 * Returns the brands in the file type box: the main one, and after four bytes of version all that the file complies with.
 * Text has no such box, because the box would be longer than `SIGNATURE_BYTES`.
 */
function brandsOf(text: string): string[] {
  const length = Buffer.from(text.slice(0, 4).padEnd(4), 'latin1').readUInt32BE()
  if (length > SIGNATURE_BYTES || !text.startsWith('ftyp', 4)) return []
  return text.slice(8, length).match(/.{4}/gs) ?? []
}
