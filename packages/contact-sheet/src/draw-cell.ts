import sharp from 'sharp'

/** Pixels. Taller pictures are shown narrower, so that a row stays a row. */
const WIDTH = 220
const HEIGHT = 420

type Outcome = { error: string } | { picture: Uint8Array; warnings: string[] }

/** What became of a render, as markup without outside references. */
export async function drawCell(outcome: Outcome): Promise<string> {
  if ('error' in outcome) return `<p class="error">${escape(outcome.error)}</p>`
  const image = sharp(outcome.picture, { limitInputPixels: false })
  const { width, height } = await image.metadata()
  const small = await image.resize(WIDTH, HEIGHT, { fit: 'inside' }).webp({ quality: 70 }).toBuffer()
  const source = `data:image/webp;base64,${small.toString('base64')}`
  const notes = outcome.warnings.map((warning) => `<p class="warning">${escape(warning)}</p>`).join('')
  return `<img src="${source}"><p>${width} x ${height}</p>${notes}`
}

export function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
