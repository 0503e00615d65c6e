import { classNamed, hasClass, isBlock } from './element-kinds.ts'
import { isElement, type PageElement, type PageNode, type Token } from './page-tree.ts'
import { closest, textOf } from './text-of.ts'

/** Elements that are deeper are joined with the ones around them, so that functions over the tree may be recursive. */
const MAX_DEEP = 300
/** Characters of the value of an attribute. */
const MAX_VALUE = 20_000
/** Characters of a line of code. */
const MAX_LINE = 10_000
/** Private characters, by which fonts draw icons, and the marks of where a word may be divided. */
const UNSEEN = /[\uE000-\uF8FF\u00AD]/g
/** Fonts that draw the name of an icon as the icon. */
const NAMED_ICONS = classNamed(
  String.raw`(?:material|google)-(?:icons|symbols)(?:-(?:outlined|round|rounded|sharp|two-tone|extended))?`,
)
const NO_ATTRIBUTES: Record<string, string> = {}
/** The elements that roles stand for, where sites build tables and lists of other elements. */
const ROLES: Record<string, string> = {
  list: 'ul',
  listitem: 'li',
  table: 'table',
  grid: 'table',
  treegrid: 'table',
  row: 'tr',
  cell: 'td',
  gridcell: 'td',
  columnheader: 'th',
  rowheader: 'th',
}
const PARTS_OF_TABLES = new Set(['tr', 'td', 'th'])
/** Elements beside the neutral ones that are rows and cells of tables by their role. */
const MAY_BE_PARTS = new Set(['a', 'button', 'label', 'li', 'p'])

/** Builds the tree of a page with at most `maxTextLength` characters; what comes after them is left out. */
export function buildTree(tokens: readonly Token[], maxTextLength: number): PageElement & { isCut: boolean } {
  const root = element('body')
  const open: (PageElement | undefined)[] = [root]
  let current = root
  let depth = 0
  let left = maxTextLength
  let isCut = false
  /** The last element of a font of icons. */
  let icon: PageElement | undefined
  for (const token of tokens) {
    if (token === 0) {
      const ended = open.pop()
      if (!ended) continue
      depth -= 1
      close(ended)
      current = ended.parent ?? root
    } else if (left <= 0) {
      isCut = true
      break
    } else if (typeof token === 'string') {
      const cut = token.length > left ? token.slice(0, left) : token
      left -= cut.length
      isCut ||= cut.length < token.length
      if (current === icon) continue
      const text = cut.replaceAll(UNSEEN, '')
      append(text, current)
      current.textLength += text.trim().length
    } else if (depth >= MAX_DEEP) open.push(undefined)
    else {
      const [name, attributes = NO_ATTRIBUTES, looks = ''] = token
      const child = element(nameOf(name, attributes.role, current), shortened(attributes), looks, current)
      append(child, current)
      open.push(child)
      if (hasClass(child, NAMED_ICONS)) icon = child
      current = child
      depth += 1
    }
  }
  for (const ended of open.toReversed()) if (ended) close(ended)
  return Object.assign(root, { isCut })
}

function nameOf(name: string, role: string | undefined, around: PageElement): string {
  if (role === undefined || !Object.hasOwn(ROLES, role)) return name
  const replaced = ROLES[role]!
  if (name === 'div' || name === 'span') return replaced
  return PARTS_OF_TABLES.has(replaced) && MAY_BE_PARTS.has(name) && isInTable(around) ? replaced : name
}

function isInTable(element: PageElement): boolean {
  return closest(element, ({ name }) => name === 'table') !== undefined
}

/** Most elements have one child, and an array that grows would have room for many. */
function append(child: PageNode, parent: PageElement): void {
  if (parent.children.length === 0) parent.children = [child]
  else parent.children.push(child)
}

function element(
  name: string,
  attributes: Record<string, string> = NO_ATTRIBUTES,
  looks = '',
  parent?: PageElement,
): PageElement {
  return { name, attributes, looks, children: [], parent, textLength: 0, hasBlock: isBlock({ name, looks }) }
}

function close(element: PageElement): void {
  if (areLinesOfCode(element)) {
    element.looks += 'w'
    element.children = element.children.filter(isElement)
  }
  const { parent, textLength, hasBlock } = element
  if (!parent) return
  parent.textLength += textLength
  parent.hasBlock ||= hasBlock
}

/** Returns whether an element has nothing but lines that are code by their style. */
function areLinesOfCode({ name, looks, children }: PageElement): boolean {
  if (looks.includes('w') || (name !== 'div' && name !== 'section' && name !== 'code')) return false
  return (
    children.some(isElement) &&
    children.every((child) =>
      isElement(child)
        ? child.looks.includes('w') && child.textLength < MAX_LINE && !/\n./s.test(textOf(child))
        : child.trim() === '',
    )
  )
}

function shortened(attributes: Record<string, string>): Record<string, string> {
  const isLong = Object.values(attributes).some(({ length }) => length > MAX_VALUE)
  if (!isLong) return attributes
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, value.slice(0, MAX_VALUE)]),
  )
}
