import { escape } from './draw-cell.ts'

interface Row {
  title: string
  path: string
  /** Markup, one for each column. */
  cells: string[]
}

const STYLE = `body { font: 13px/1.4 sans-serif; margin: 16px } table { border-collapse: collapse }
  th, td { vertical-align: top; text-align: left; padding: 8px; border-top: 1px solid #ccc } thead th { position: sticky; top: 0; background: #fff }
  img { border: 1px solid #888; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0 / 16px 16px } p { margin: 2px 0; color: #666; max-width: 220px }
  .error { color: #b00 } .warning { color: #a60 }`

/** The whole sheet as one page. */
export function layOut(columns: string[], rows: Row[]): string {
  const head = ['page', ...columns].map((column) => `<th>${escape(column)}</th>`).join('')
  const body = rows.map(({ title, path, cells }) => {
    const shown = cells.map((cell) => `<td>${cell}</td>`).join('')
    return `<tr><th>${escape(title)}<p>${escape(path)}</p></th>${shown}</tr>`
  })
  return `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${STYLE}</style><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table>\n`
}
