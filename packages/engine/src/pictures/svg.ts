/** Fonts that are there on the usual systems, then whatever is: all have what a page's address may be written in. */
export const SANS = 'Noto Sans, Liberation Sans, DejaVu Sans, sans-serif'

interface Size {
  width: number
  height: number
}

/** A drawing whose units are CSS pixels, `ratio` pixels of the picture each. */
export function drawing({ width, height }: Size, ratio: number, body: string): Buffer {
  const box = `0 0 ${width / ratio} ${height / ratio}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${body}</svg>`,
  )
}

/** Text as it is written between tags and in attributes; what XML cannot say at all is left out. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[<>&"']/g, (mark) => `&#${mark.codePointAt(0)};`)
}
