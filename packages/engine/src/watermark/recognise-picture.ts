/** The kinds of pictures that browsers show; `svg` is any markup. */
export type PictureKind = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'svg'

/** Brands of an AVIF file: a picture, or a sequence of pictures. */
const AVIF_BRANDS = new Set(['avif', 'avis'])
/** The brands of a file lie at its start; a file may list some of other kinds. */
const BRANDS_END = 64

const SIGNATURES: [PictureKind, (text: string) => boolean][] = [
  ['png', (text) => text.startsWith('\x89PNG\r\n\x1a\n')],
  ['jpeg', (text) => text.startsWith('\xff\xd8\xff')],
  ['gif', (text) => /^GIF8[79]a/.test(text)],
  ['webp', (text) => text.startsWith('RIFF') && text.startsWith('WEBP', 8)],
  ['avif', (text) => text.startsWith('ftyp', 4) && brandsOf(text).some((brand) => AVIF_BRANDS.has(brand))],
]

/** Byte order marks, and markup after any number of blanks; UTF-16 has a zero byte beside each of its characters. */
const MARKUP = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe)?[\s\0]*</

/**
 * Recognises a picture by its first bytes, before any library reads it. Libraries recognise more kinds, such as compressed
 * SVG, and take as long as the file likes to read them. Returns undefined for everything else.
 */
export function recognisePicture(body: Buffer): PictureKind | undefined {
  const text = body.toString('latin1', 0, BRANDS_END)
  return (
    SIGNATURES.find(([, fits]) => fits(text))?.[0] ??
    (MARKUP.test(body.toString('latin1')) ? 'svg' : undefined)
  )
}

/** Returns the brands in the file type box: the main one, and after four bytes of version all that the file complies with. */
function brandsOf(text: string): string[] {
  return text.slice(8).match(/.{4}/gs) ?? []
}
