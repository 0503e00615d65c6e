import type { Block, CodeBlock } from '../document/document.ts'
import { CLASS_NAMES, CODE_LINE } from '../page/class-names.ts'
import { classNamed, hasClass, isBlock } from '../page/element-kinds.ts'
import { isElement, type PageElement } from '../page/page-tree.ts'
import { find, findAll, textOf } from '../page/text-of.ts'
import { wrappersIn } from '../page/wrappers.ts'
import { LANGUAGES } from './languages.ts'
import type { BlockRule, Reader } from './reader.ts'

const LINE_NUMBERS = classNamed(CLASS_NAMES.lineNumbers, 'i')
const CODE_AREA = classNamed(CLASS_NAMES.codeArea)
const CODE_FRAGMENT = classNamed(CLASS_NAMES.codeFragment)
const LINE = classNamed(CODE_LINE)
const CODE_BOX = classNamed(CLASS_NAMES.codeBox)
const CODE_CELL = classNamed(CLASS_NAMES.codeCell)
const GUTTER = classNamed(CLASS_NAMES.gutter)
/** Elements beside or in code that are no code. */
export const BUTTONS = new Set(['button', 'clipboard-copy', 'script', 'style', 'template', 'svg'])
const PICTURES = new Set(['svg', 'img', 'canvas'])
const LANGUAGE = [
  /^language-(\S+)$/,
  /^lang-(\S+)$/,
  /^highlight-(?:source-|text-)?(\S+)$/,
  /^brush:(\S+?);?$/,
]
/** Those that write the language as a class of its own, whatever it is called. */
const HIGHLIGHTERS = /^(?:hljs|sourceCode|chroma|rouge)$/
const NO_LANGUAGE =
  /^(?:none|undefined|null|default|notranslate|wrapper|line-numbers|nohighlight|no-highlight|sourcecode|hljs|highlight)$/i

export const readCodeBlock: BlockRule = (element, reader) => {
  const code = codeOf(element)
  // A script of the page may have replaced the source by a picture of it.
  const isPicture = code.text.trim() === '' && find(element, ({ name }) => PICTURES.has(name)) !== undefined
  if (isPicture) return reader.blocks(element.children)
  const isByStyle = element.looks.includes('w')
  const isNumbers = element.looks.includes('u') && /^[\d\s]*$/.test(code.text)
  return isByStyle && (isNumbers || code.text.trim() === '') ? [] : [code]
}

function codeOf(element: PageElement): CodeBlock {
  const parts: string[] = []
  collect(element, parts)
  const text = parts
    .join('')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('\u200B', '')
    .replaceAll('\u00A0', ' ')
    .replace(/\n$/, '')
  return { type: 'code', language: languageOf(element), text }
}

/** Collects the lines of code, without numbers and buttons; blocks begin lines of their own. */
function collect(element: PageElement, parts: string[]): void {
  const isWrapper = element.children.filter(isElement).length === 1
  for (const child of element.children) {
    if (!isElement(child)) parts.push(child)
    else if (child.name === 'br') parts.push('\n')
    else if (!isBeside(child, element, isWrapper) || isMarkOfChange(child, parts)) {
      const isLine = isBlock(child) && child.name !== 'code'
      if (isLine) endLine(parts)
      collect(child, parts)
      if (isLine) endLine(parts)
    }
  }
}

/** Returns whether an element stands beside the code: a number of a line, or a button. */
function isBeside(element: PageElement, around: PageElement, isInWrapper: boolean): boolean {
  if (BUTTONS.has(element.name)) return true
  // Highlighters find by such a class what gets numbers, too.
  const isAllCode = element.name === 'code' && isInWrapper
  if (!isAllCode && hasClass(element, LINE_NUMBERS) && !/\p{L}{2}/u.test(textOf(element))) return true
  const isOwnCode = element.name === 'code' && /\p{L}/u.test(textOf(element))
  return element.looks.includes('u') && !around.looks.includes('u') && !isOwnCode
}

/** Returns whether an element is the mark of a line that a comparison of two versions adds or removes. */
function isMarkOfChange(element: PageElement, parts: readonly string[]): boolean {
  if (element.textLength !== 1 || !/^\s*[-+−]\s*$/.test(textOf(element))) return false
  return (parts.findLast((part) => part !== '') ?? '\n').endsWith('\n')
}

/** Returns whether an element is code by its style, or by the name of what shows it. */
export function isCodeWithoutPre(element: PageElement): boolean {
  if (element.looks.includes('w') || hasClass(element, CODE_AREA)) return true
  const hasLines = () => element.children.some((child) => isElement(child) && hasClass(child, LINE))
  return hasClass(element, CODE_FRAGMENT) && hasLines()
}

/** Returns whether an element has the numbers of the lines of the code beside it. */
export function isNumbering(element: PageElement): boolean {
  if (hasClass(element, GUTTER)) return true
  return (
    hasClass(element, LINE_NUMBERS) &&
    /^[\d\s]*$/.test(textOf(element)) &&
    element.parent?.children.some((each) => each !== element && isElement(each) && each.name === 'pre') ===
      true
  )
}

function endLine(parts: string[]): void {
  const last = parts.findLast((part) => part !== '')
  if (last !== undefined && !last.endsWith('\n')) parts.push('\n')
}

/** Returns the name of the language that code has by its own attributes or those of its wrappers; empty without one. */
export function languageOf(element: PageElement): string {
  const inner = element.children.find(
    (child): child is PageElement => isElement(child) && child.name === 'code',
  )
  const around = [inner, element, ...wrappersOf(element)].filter((each) => each !== undefined)
  for (const { name, attributes } of around) {
    const named =
      attributes['data-lang'] ?? attributes['data-language'] ?? knownLanguage(name, attributes.lang)
    const classes = (attributes.class ?? '').replaceAll(/brush:\s+/g, 'brush:').split(/\s+/)
    const bare = isCode(name, classes) ? classes.find((each) => LANGUAGES.has(each.toLowerCase())) : undefined
    const language = [...classes.map(languageIn), named, bare, otherThanHighlighter(classes)].find(
      (each) => each && !NO_LANGUAGE.test(each),
    )
    if (language) return language.replaceAll(/[\s`<>&\p{Cc}]/gu, '').slice(0, 64)
  }
  return ''
}

/** Code may have its language where others have that of their text. */
function knownLanguage(name: string, lang: string | undefined): string | undefined {
  return /^(?:pre|code)$/.test(name) && lang !== undefined && LANGUAGES.has(lang) ? lang : undefined
}

function isCode(name: string, classes: readonly string[]): boolean {
  return name === 'pre' || name === 'code' || classes.some((each) => CODE_BOX.test(each))
}

function languageIn(name: string): string | undefined {
  for (const pattern of LANGUAGE) {
    const found = pattern.exec(name)?.[1]
    if (found) return found
  }
  return undefined
}

function otherThanHighlighter(classes: readonly string[]): string | undefined {
  return classes.some((name) => HIGHLIGHTERS.test(name))
    ? classes.find((name) => /^[a-z][a-z0-9+#]{0,15}$/.test(name) && !HIGHLIGHTERS.test(name))
    : undefined
}

/** Lists the elements around that hold nothing else than the code. */
export function wrappersOf(element: PageElement): PageElement[] {
  return [...wrappersIn(TREE, element)]
}

const TREE = {
  parentOf: ({ parent }: PageElement) => (parent?.name === 'body' ? undefined : parent),
  lengthOf: ({ textLength }: PageElement) => textLength,
}

/**
 * Reads a table whose cells are line numbers and the code beside them, after rows of one cell such as the name of the file;
 * returns undefined for any other table.
 */
export function readCodeTable(table: PageElement, reader: Reader): Block[] | undefined {
  const all = findAll(table, ({ name }) => name === 'tr').map((row) =>
    row.children.filter((cell): cell is PageElement => isElement(cell) && /^t[dh]$/.test(cell.name)),
  )
  const first = all.findIndex(
    ([cell, ...others]) => others.length > 0 || cell?.attributes.colspan === undefined,
  )
  const rows = first < 0 ? [] : all.slice(first)
  const isNumbered = (cells: PageElement[]): boolean =>
    cells.length === 2 ? isGutter(cells[0]!) && (rows.length > 1 || hasCode(cells[1]!)) : isCompared(cells)
  if (rows.length === 0 || !rows.every(isNumbered)) return undefined
  if (!rows.some((cells) => cells.slice(0, -1).some(isMarkedGutter)) && !areCountedLines(rows))
    return undefined
  if (!rows.some((cells) => hasCode(cells.at(-1)!) || 'data-line-number' in cells[0]!.attributes))
    return undefined
  const codes = rows.map((cells) =>
    codeOf(find(cells.at(-1)!, ({ name }) => name === 'pre') ?? cells.at(-1)!),
  )
  const text = codes.map(({ text }) => text).join('\n')
  const titles = all.slice(0, first).flatMap(([cell]) => reader.blocks(cell!.children))
  return [...titles, { type: 'code', language: languageOf(table) || codes[0]!.language, text }]
}

/** Returns whether rows have nothing but code, beside numbers that count its lines. */
function areCountedLines(rows: PageElement[][]): boolean {
  const numbers = rows.flatMap(([cell]) => textOf(cell!).match(/\d+/g) ?? []).map(Number)
  const count = numbers.every((number, at) => at === 0 || number === numbers[at - 1]! + 1)
  return count && rows.every((cells) => isOnlyCode(cells.at(-1)!))
}

function isOnlyCode(cell: PageElement): boolean {
  if (cell.textLength === 0 || hasClass(cell, CODE_CELL)) return true
  const codes = findAll(cell, ({ name }) => name === 'pre' || name === 'code')
  return codes.reduce((sum, { textLength }) => sum + textLength, 0) === cell.textLength
}

/** Returns whether a line of code has several numbers, as where two versions are compared. */
function isCompared(cells: readonly PageElement[]): boolean {
  const gutters = cells.slice(0, -1)
  return gutters.some(isMarkedGutter) && gutters.every((cell) => /^[\d\s]*$/.test(textOf(cell)))
}

function isGutter(cell: PageElement): boolean {
  return /^[\d\s]*$/.test(textOf(cell)) && (isMarkedGutter(cell) || cell.textLength > 0)
}

function isMarkedGutter(cell: PageElement): boolean {
  return hasClass(cell, LINE_NUMBERS) || 'data-line-number' in cell.attributes
}

function hasCode(cell: PageElement): boolean {
  return (
    find(cell, ({ name }) => name === 'pre' || name === 'code') !== undefined || hasClass(cell, CODE_CELL)
  )
}
