import type { Size } from '../geometry.ts'

/** Fonts of common systems, then any sans-serif: they cover the scripts of web addresses. */
export const SANS = 'Noto Sans, Liberation Sans, DejaVu Sans, sans-serif'

/** Wraps SVG elements in CSS pixels as a drawing of `ratio` pixels per CSS pixel. */
export function drawing({ width, height }: Size, ratio: number, body: string): Buffer {
  const box = `0 0 ${width / ratio} ${height / ratio}`
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box}">${body}</svg>`,
  )
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Escapes text for XML elements and attributes; drops characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, '')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character]!)
}
