import type { Align, Block, Inline, TableBlock } from '../document/document.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { isHeading } from '../page/element-kinds.ts'
import { find, findAll } from '../page/text-of.ts'
import { lineOfBlocks } from './lines.ts'
import { linkBlocks } from './link-blocks.ts'
import type { BlockRule, Reader } from './reader.ts'
import { readCodeTable } from './code.ts'
import { isTiny } from './media.ts'

/** Browsers allow no wider cells. */
const MAX_COLUMNS = 1000
const MAX_CELLS = 200_000
const LONG_TEXT = 200
const PAGE_PARTS = new Set(
  'h1 h2 h3 h4 h5 h6 hr form section article main nav aside pre blockquote figure'.split(' '),
)

interface Row {
  element: PageElement
  cells: PageElement[]
  isHead: boolean
}

export const readTable: BlockRule = (table, reader) => {
  const code = readCodeTable(table, reader)
  if (code) return code
  const rows = rowsOf(table)
  if (rows.length === 0) return reader.blocks(table.children)
  const captions = childrenOf(table).filter(({ name }) => name === 'caption')
  const cells = rows.flatMap((row) => row.cells)
  // Tables that are built of other elements may have text outside of their cells.
  const textLength = [...captions, ...cells].reduce((sum, each) => sum + each.textLength, 0)
  if (textLength < table.textLength) return reader.blocks(table.children)
  const before = captions.flatMap(({ children }) => reader.blocks(children))
  if (isLayout(table, rows))
    return [...before, ...rows.flatMap((row) => row.cells.flatMap((cell) => blocksOf(cell, row, reader)))]
  return [...before, ...partsOf(rows).flatMap((part) => readPart(part, reader))]
}

/** Splits a table without heads at headings that take a row of their own. */
function partsOf(rows: Row[]): Row[][] {
  if (rows.some(({ cells }) => cells.some(({ name }) => name === 'th'))) return [rows]
  const parts: Row[][] = [[]]
  for (const row of rows)
    if (isHeadingRow(row)) parts.push([row], [])
    else parts.at(-1)!.push(row)
  return parts
}

function readPart(rows: readonly Row[], reader: Reader): Block[] {
  const [first] = rows
  if (first && isHeadingRow(first)) return reader.blocks(first.cells[0]!.children)
  const read = fill(rows, reader)
  return read ? [read] : []
}

function isHeadingRow({ cells }: Row): boolean {
  const [cell] = cells
  return cells.length === 1 && childrenOf(cell!).some(isHeading)
}

function childrenOf({ children }: PageElement): PageElement[] {
  return children.filter(isElement)
}

/** Returns the rows as browsers show them: the foot comes last, wherever it is written. */
function rowsOf(table: PageElement): Row[] {
  const rows = findAll(table, ({ name }) => name === 'tr')
  const isFoot = ({ parent }: PageElement): boolean => parent?.name === 'tfoot'
  return [...rows.filter((row) => !isFoot(row)), ...rows.filter(isFoot)].map((row) => ({
    element: row,
    cells: findAll(row, ({ name }) => name === 'td' || name === 'th'),
    isHead: row.parent?.name === 'thead',
  }))
}

/** Returns whether a table only arranges parts of the page. */
function isLayout(table: PageElement, rows: readonly Row[]): boolean {
  const { role } = table.attributes
  if (role === 'presentation' || role === 'none') return true
  const cells = rows.flatMap((row) => row.cells)
  const isData =
    rows.some(({ isHead }) => isHead) ||
    cells.some(({ name }) => name === 'th') ||
    childrenOf(table).some(({ name }) => name === 'caption')
  if (isData) return false
  if (cells.length < 2) return true
  const nested = cells.flatMap((cell) => findAll(cell, ({ name }) => name === 'table'))
  const nestedText = nested.reduce((sum, { textLength }) => sum + textLength, 0)
  if (nestedText >= LONG_TEXT && nestedText >= table.textLength / 2) return true
  const content = rows.filter((row) => !isHeadingRow(row)).flatMap((row) => row.cells)
  if (content.some((cell) => find(cell, isPagePart))) return true
  const isSpaced = rows.every((row) => row.cells.filter(hasContent).length < 2)
  if (isSpaced && rows.every((row) => row.cells.length > 1)) return true
  const isColumn = rows.every((row) => row.cells.length < 2)
  return isColumn && cells.some((cell) => childrenOf(cell).some(({ hasBlock }) => hasBlock))
}

function hasContent(cell: PageElement): boolean {
  return cell.textLength > 0 || find(cell, (each) => each.name === 'img' && !isTiny(each)) !== undefined
}

function isPagePart({ name, attributes }: PageElement): boolean {
  return PAGE_PARTS.has(name) || (name === 'math' && attributes.display === 'block')
}

/** Puts the cells into a grid: the text of a cell that spans others is written once. */
function fill(rows: readonly Row[], reader: Reader): TableBlock | undefined {
  const grid: Inline[][][] = []
  const aligned: (Align | null)[] = []
  /** The index of the row, by column, before which a cell from above ends. */
  const filled: number[] = []
  const ends = groupEnds(rows)
  let left = MAX_CELLS
  let width = 0
  for (const [index, each] of rows.entries()) {
    const { cells } = each
    if (left <= 0) break
    if (cells.length === 0 || (grid.length === 0 && isEmptyStart(cells, rows))) continue
    const row: Inline[][] = []
    const advance = (): void => {
      while ((filled[row.length] ?? 0) > index) row.push([])
    }
    for (const cell of cells) {
      advance()
      if (row.length >= MAX_COLUMNS) break
      const column = row.length
      aligned[column] ??= alignOf(cell) ?? null
      const columns = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - column)
      const end = Math.min(index + spanOf(cell, 'rowspan'), ends[index]!)
      row.push(lineOfBlocks(blocksOf(cell, each, reader)))
      for (let at = column; at < column + columns; at += 1) {
        filled[at] = end
        if (at > column) row.push([])
      }
    }
    advance()
    left -= row.length
    width = Math.max(width, row.length)
    grid.push(row)
  }
  if (grid.length === 0) return undefined
  const align = Array.from({ length: width }, (_, column) => aligned[column] ?? undefined)
  return { type: 'table', align, rows: grid }
}

/** A link that has the role of a row or cell stays one: that of a row is in its first cell with text. */
function blocksOf(cell: PageElement, { element, cells }: Row, reader: Reader): Block[] {
  const isLinkOfRow =
    element.attributes.href !== undefined && cell === cells.find(({ textLength }) => textLength > 0)
  if (isLinkOfRow) return linkBlocks(element, reader, cell.children)
  return cell.attributes.href === undefined ? reader.blocks(cell.children) : linkBlocks(cell, reader)
}

/** A first row of nothing would be the head of the table. */
function isEmptyStart(cells: readonly PageElement[], rows: readonly Row[]): boolean {
  const isEmpty = cells.every(
    ({ name, children }) => name === 'td' && children.every((each) => !isElement(each) && each.trim() === ''),
  )
  return isEmpty && rows.length > 1
}

/** Returns, for each row, the index after the last row of its group: cells span no further. */
function groupEnds(rows: readonly Row[]): number[] {
  let end = rows.length
  const ends = rows.map(() => end)
  for (let index = rows.length - 2; index >= 0; index -= 1) {
    if (rows[index]!.element.parent !== rows[index + 1]!.element.parent) end = index + 1
    ends[index] = end
  }
  return ends
}

/** Returns how many columns or rows a cell spans; a `rowspan` of 0 means all rows to the end of the group. */
function spanOf({ attributes }: PageElement, name: 'colspan' | 'rowspan'): number {
  const span = Number.parseInt(attributes[name] ?? '1', 10)
  if (span === 0 && name === 'rowspan') return Infinity
  return span >= 1 ? span : 1
}

function alignOf({ attributes, looks, name }: PageElement): Align {
  const named = /(?:^|;)\s*text-align:\s*(\w+)/i.exec(attributes.style ?? '')?.[1] ?? attributes.align
  const align = named?.toLowerCase()
  if (align === 'left' || align === 'center' || align === 'right') return align
  if (name === 'td' && looks.includes('c')) return 'center'
  return looks.includes('r') ? 'right' : undefined
}
