import { CLASS_NAMES, wrappersIn } from '@render/markdown'
import type { Document, Element } from '../dom.ts'
import { LANGUAGE_CLASS } from './meaning.ts'
import { renameAttribute } from './names.ts'
import { linkShare, textOf } from './text.ts'

const MARK = 'data-kept'
/** Boxes of notes. */
const NOTE = CLASS_NAMES.note.replaceAll(/[\w-]+/g, '.$&').replaceAll('|', ', ')
const KEPT = `pre, table, figure, details, dl, math, aside, blockquote, [role="table"], [role="grid"], ${NOTE}`

/**
 * Replaces blocks that extraction would take apart, such as tables of data, code and formulas, by paragraphs of the same text.
 * Returns a function that puts them back.
 */
export function keepBlocks(doc: Document): (content: Element) => void {
  const kept: Element[] = []
  for (const code of doc.body.querySelectorAll('pre')) nameLanguage(code)
  const blocks = [...doc.body.querySelectorAll(KEPT)].filter(isKept)
  for (const block of [...blocks, ...linesOfCode(doc.body)]) {
    if (!doc.body.contains(block)) continue
    if (block.matches('pre, table')) for (const around of wrappersIn(TREE, block)) moveNames(around, HELD)
    const stand = doc.createElement(isInline(block) ? 'span' : 'p')
    stand.setAttribute(MARK, String(kept.length))
    const text = textOf(block)
    const picture = text === '' ? block.querySelector('img') : null
    if (picture) stand.append(picture.cloneNode(true) as Element)
    else stand.textContent = text || '\u00a0'
    block.replaceWith(stand)
    kept.push(block)
  }
  return (content) => {
    for (const wrapper of content.querySelectorAll('[data-held-class], [data-held-id]'))
      moveNames(wrapper, GIVEN)
    for (const stand of content.querySelectorAll(`[${MARK}]`)) {
      const block = kept[Number(stand.getAttribute(MARK))]
      if (block) stand.replaceWith(block)
    }
  }
}

const LANGUAGE = new RegExp(`(?<!\\S)${LANGUAGE_CLASS}`)

const TREE = {
  parentOf: ({ parentElement }: Element) => parentElement,
  lengthOf: (element: Element) => textOf(element).length,
}

/** Attributes that hold the names of an element, by which Readability would judge it, and their own. */
const HELD = { class: 'data-held-class', id: 'data-held-id' }
const GIVEN = { 'data-held-class': 'class', 'data-held-id': 'id' }

function moveNames(element: Element, moves: Record<string, string>): void {
  for (const [from, to] of Object.entries(moves)) renameAttribute(element, from, to)
}

/** Gives code the class with its language that an element around it has, because such elements are taken away. */
function nameLanguage(code: Element): void {
  for (const around of wrappersIn(TREE, code)) {
    const found = LANGUAGE.exec(around.getAttribute('class') ?? '')?.[0]
    if (found) return code.setAttribute('class', `${code.getAttribute('class') ?? ''} ${found}`.trim())
  }
}

/** Lines of code by the names that Javadoc gives them. */
const SIGNATURES = '.member-signature, .type-signature'

/** Lists the elements that only hold a line of code, which may be all links, such as one to the type of a value. */
function linesOfCode(body: Element): Element[] {
  const around = [...body.querySelectorAll('div > code')].map(({ parentElement }) => parentElement!)
  const codes = around.filter((line) => line.children.length === 1 && isOnlyCode(line))
  const lines = [...codes, ...body.querySelectorAll(SIGNATURES)]
  const areLinks = new Map<Element | null, boolean>()
  return lines.filter(({ parentElement: parent }) => {
    if (!areLinks.has(parent)) areLinks.set(parent, !parent || linkShare(parent) >= 0.5)
    return !areLinks.get(parent)
  })
}

function isOnlyCode(line: Element): boolean {
  return textOf(line) === textOf(line.firstElementChild!)
}

function isInline(block: Element): boolean {
  return block.localName === 'math' && block.getAttribute('display') !== 'block'
}

function isKept(block: Element): boolean {
  switch (block.localName) {
    case 'pre':
    case 'math':
      return true
    case 'table':
      return isDataTable(block)
    case 'figure':
      return block.querySelector('img, pre, table, svg, video, math') !== null && linkShare(block) < 0.8
    default:
      if (block.matches(NOTE) && block.querySelector('h1, h2')) return false
      return textOf(block).length > 0 && linkShare(block) < 0.3
  }
}

/** Returns whether a table has data, and is not there to place parts of the page. */
export function isDataTable(table: Element): boolean {
  if (/^(?:presentation|none)$/.test(table.getAttribute('role') ?? '')) return false
  if (table.querySelector('table, h1, h2, article, main')) return false
  const rows = [...table.querySelectorAll('tr')]
  const columns = Math.max(0, ...rows.map((row) => row.children.length))
  if (rows.length < 2 || columns < 2) return false
  const cells = [...table.querySelectorAll('td')]
  const long = cells.filter((cell) => cell.querySelectorAll('p').length > 2 || textOf(cell).length > 800)
  return long.length === 0 && linkShare(table) < 0.9
}
