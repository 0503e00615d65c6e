// The markup of the contact sheet: one table, one row per page, without references to other files.
import sharp from 'sharp'

interface Row {
  title: string
  path: string
  /** Markup, one for each column. */
  cells: string[]
}

type Outcome = { error: string } | { picture: Uint8Array; warnings: string[] }

/** Largest size of a thumbnail, in pixels. Tall pictures become narrower instead of making the row taller. */
const WIDTH = 220
const HEIGHT = 420

const STYLE = `body { font: 13px/1.4 sans-serif; margin: 16px } table { border-collapse: collapse }
  th, td { vertical-align: top; text-align: left; padding: 8px; border-top: 1px solid #ccc } thead th { position: sticky; top: 0; background: #fff }
  img { border: 1px solid #888; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px } p { margin: 2px 0; color: #666; max-width: 220px }
  .error { color: #b00 } .warning { color: #a60 }`

/** Returns the whole sheet as one HTML document. */
export function drawSheet(columns: string[], rows: Row[]): string {
  const head = ['page', ...columns].map((column) => `<th>${escape(column)}</th>`).join('')
  const body = rows.map(({ title, path, cells }) => {
    const drawn = cells.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr><th>${escape(title)}<p>${escape(path)}</p></th>${drawn}</tr>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>\n`
}

/** Returns the markup of one render: its thumbnail, size and warnings, or its error. */
export async function drawCell(outcome: Outcome): Promise<string> {
  if ('error' in outcome) return `<p class="error">${escape(outcome.error)}</p>`
  const image = sharp(outcome.picture, { limitInputPixels: false })
  const { width, height } = await image.metadata()
  const thumbnail = await image.resize(WIDTH, HEIGHT, { fit: 'inside' }).webp({ quality: 70 }).toBuffer()
  const source = `data:image/webp;base64,${thumbnail.toString('base64')}`
  const notes = outcome.warnings.map((warning) => `<p class="warning">${escape(warning)}</p>`).join('')
  return `<img src="${source}"><p>${width} x ${height}</p>${notes}`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
