import { attribute, childrenOf, inAllTrees, nameOf, shownText, type PageElement } from '../dom.ts'
import type { Page } from '../page.ts'
import { cleanText } from '../values/text.ts'
import { createSizeBudget } from './limited.ts'

interface Cell {
  content: string
  row: number
  col: number
  rowSpan: number
  colSpan: number
  isHeader: boolean
}

export interface Table {
  grid: { rows: number; cols: number; cells: Cell[] }
  /** In the table syntax of GitHub. */
  markdown: string
}

export interface Tables {
  list: Table[]
  /** The number that the page has. */
  found: number
  /** True when tables are missing for their size. */
  isCut: boolean
}

const MAX_TABLES = 200
export const MAX_CELLS = 10_000
const MAX_COLUMNS = 1000
/** The most that the HTML standard allows. */
const MAX_COLUMN_SPAN = 1000

export function tablesOf({ document }: Page): Tables {
  const elements = Array.from(inAllTrees(document, 'table'))
  const list: Table[] = []
  const fits = createSizeBudget()
  let left = MAX_CELLS
  for (const element of elements.slice(0, MAX_TABLES)) {
    const rows = rowsOf(element)
    left -= rows.reduce((count, row) => count + cellsOf(row).length, 0)
    if (left < 0) return { list, found: elements.length, isCut: true }
    const grid = gridOf(rows)
    const table = { grid, markdown: markdownOf(grid) }
    if (!fits(table)) return { list, found: elements.length, isCut: true }
    list.push(table)
  }
  return { list, found: elements.length, isCut: false }
}

/** Returns the rows of a table without those of tables in it, the head first and the foot last. */
function rowsOf(table: PageElement): PageElement[] {
  const parts = childrenOf(table)
  const ofKind = (kind: string): PageElement[] =>
    parts.filter((part) => nameOf(part) === kind).flatMap(childrenOf)
  const others = parts.flatMap((part) =>
    nameOf(part) === 'tr' ? [part] : nameOf(part) === 'tbody' ? childrenOf(part) : [],
  )
  return [...ofKind('thead'), ...others, ...ofKind('tfoot')].filter((row) => nameOf(row) === 'tr')
}

function cellsOf(row: PageElement): PageElement[] {
  return childrenOf(row).filter((cell) => ['td', 'th'].includes(nameOf(cell)))
}

function gridOf(rows: readonly PageElement[]): Table['grid'] {
  const cells: Cell[] = []
  /** The row up to which a cell from above fills each column. */
  const filled: number[] = []
  let cols = 0
  rows.forEach((element, row) => {
    let col = 0
    for (const cell of cellsOf(element)) {
      while ((filled[col] ?? 0) > row) col += 1
      if (col >= MAX_COLUMNS) break
      const colSpan = Math.min(spanOf(cell, 'colspan'), MAX_COLUMN_SPAN, MAX_COLUMNS - col)
      const rowSpan = Math.min(spanOf(cell, 'rowspan') || rows.length, rows.length - row)
      const content = cleanText(shownText(cell)) ?? ''
      cells.push({ content, row, col, rowSpan, colSpan: colSpan || 1, isHeader: nameOf(cell) === 'th' })
      for (let at = 0; at < (colSpan || 1); at += 1) filled[col + at] = row + rowSpan
      col += colSpan || 1
      cols = Math.max(cols, col)
    }
  })
  return { rows: rows.length, cols, cells }
}

function spanOf(cell: PageElement, name: string): number {
  const span = Number.parseInt(attribute(cell, name) ?? '1', 10)
  return Number.isNaN(span) || span < 0 ? 1 : span
}

function markdownOf({ rows, cols, cells }: Table['grid']): string {
  if (rows === 0 || cols === 0) return ''
  const byRow = Map.groupBy(cells, ({ row }) => row)
  const lines = Array.from({ length: rows }, (_, row) => {
    const texts = Array.from({ length: cols }, () => '')
    for (const { col, content } of byRow.get(row) ?? []) texts[col] = escaped(content)
    return `| ${texts.join(' | ')} |`
  })
  return [lines[0], `|${' --- |'.repeat(cols)}`, ...lines.slice(1)].join('\n')
}

function escaped(text: string): string {
  return text.replaceAll(/[\\|<]/g, String.raw`\$&`)
}
