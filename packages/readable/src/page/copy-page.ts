import { ELEMENT, TEXT, type Document, type Element, type Node } from '../dom.ts'
import { BLOCK_DISPLAY, copyElement } from './copy-element.ts'
import { formulaOfDrawing, formulaOfScript } from './formulas.ts'
import type { PageView, Style } from './page-view.ts'
import { createNodeReader } from './node-reader.ts'

/** Bounds of a copy, because the time that is spent on it grows with both. */
const MAX_ELEMENTS = 60_000
const MAX_LENGTH = 4_000_000
/** Elements on deeper levels become parts of the last one. */
const MAX_LEVELS = 100

const LEFT_OUT =
  /^(?:script|style|template|link|meta|base|head|title|select|textarea|datalist|object|embed|frame|frameset|canvas|map|area)$/

/**
 * Copies what is visible of an element into the body of the inert document, with the open shadow trees in it. A copy has no
 * forms: those hide properties of themselves and of the document with the names of their fields. Returns false when the
 * element is too large.
 */
export function copyPage(root: Element, view: PageView): boolean {
  const { inert } = view
  const { typeOf, nameOf, childrenOf } = createNodeReader(inert)
  const waiting: Waiting[] = [
    { node: root, parent: inert.body, level: 0, isShown: true, isCode: false, hasLines: false },
  ]
  const isWord = (node: Node | null): boolean =>
    node !== null && typeOf(node) === ELEMENT && (INLINE.test(nameOf(node)) || WORD.test(nameOf(node)))
  let elements = 0
  let length = 0

  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const type = typeOf(next.node)
    if (type === TEXT && next.isShown) {
      const text = next.node.textContent ?? ''
      length += text.length
      if (length > MAX_LENGTH) return false
      elements += appendText(text, next, { inert, isWord, maxBreaks: MAX_ELEMENTS - elements })
    }
    if (type === ELEMENT) {
      elements += 1
      enter(next, nameOf(next.node))
    }
    if (elements > MAX_ELEMENTS) return false
  }
  return true

  function enter({ node, parent, level, isShown, isCode: isInCode }: Waiting, name: string): void {
    if (name === 'form' || node === root) {
      const copy = name === 'body' ? parent : inert.createElement('div')
      if (copy !== parent) parent.append(copy)
      const hasLines = keepsLines(view.styleOf(node as Element), isInCode)
      wait(childrenOf(node), { parent: copy, level: level + 1, isShown, isCode: isInCode, hasLines })
      return
    }
    const element = node as Element
    const formula = formulaOfScript(element, name, inert)
    if (formula) parent.append(formula)
    // Browsers with scripts show nothing of a noscript, but compute a display for it.
    if (formula || LEFT_OUT.test(name) || (name === 'noscript' && view.hasScripts)) return
    const style = view.styleOf(element)
    if (style?.display === 'none' || element.hasAttribute('hidden')) return
    if (style?.userSelect === 'none' && isBesideCode(element, view)) return
    const isVisible = style ? style.visibility === 'visible' : isShown
    const drawn = isVisible ? formulaOfDrawing(element, name, inert) : undefined
    if (drawn) return parent.append(drawn)
    const isDeep = level >= MAX_LEVELS
    const copy = isDeep ? parent : copyElement(element, name, { ...view, isVisible })
    if (!copy) return
    const isLine = !isDeep && INLINE.test(name) && isOwnLine(style)
    if (isLine) endLine(parent)
    if (!isDeep) parent.append(copy)
    if (isLine && !parent.closest('pre')) parent.append(inert.createTextNode(' '))
    const shown = shownChildrenOf(element, name)
    const becomesCode = copy.localName === 'pre' && name !== 'pre'
    const isCode = isInCode || /^(?:pre|code)$/.test(copy.localName)
    const hasLines = keepsLines(style, isCode)
    wait(becomesCode ? withoutGaps(shown) : shown, {
      parent: copy,
      level: level + 1,
      isShown: isVisible,
      isCode,
      hasLines,
    })
  }

  function wait(nodes: Node[], within: Omit<Waiting, 'node'>): void {
    for (const node of nodes.toReversed()) waiting.push({ node, ...within })
  }

  /** Ends what is before a line of its own: the copy has no styles that would. */
  function endLine(parent: Element): void {
    const before = parent.lastChild?.textContent ?? ''
    const end = parent.closest('pre') ? '\n' : ' '
    if (!/^$|\n$/.test(before) && !before.endsWith(end)) parent.append(inert.createTextNode(end))
  }

  /** Leaves out the blanks between lines of code that are blocks: the copy would show them as lines. */
  function withoutGaps(nodes: Node[]): Node[] {
    const hasBlocks = nodes.some((node) => typeOf(node) === ELEMENT && nameOf(node) === 'div')
    if (!hasBlocks) return nodes
    return nodes.filter((node) => typeOf(node) !== TEXT || (node.textContent ?? '').trim() !== '')
  }

  function shownChildrenOf(element: Element, name: string): Node[] {
    const slotted = name === 'slot' ? (element.assignedNodes?.() ?? []) : []
    return slotted.length > 0 ? slotted : childrenOf(element.shadowRoot ?? element)
  }
}

/**
 * Adds a text, with breaks where the page shows the ends of its lines: the copy has no styles that would. Returns how many breaks
 * there are. Of more than `maxBreaks` it makes none.
 */
function appendText(
  text: string,
  { node, parent, hasLines }: Waiting,
  { inert, isWord, maxBreaks }: TextContext,
): number {
  const isInLine = () => /\S/.test(text) || (isWord(node.previousSibling) && isWord(node.nextSibling))
  const split = hasLines && isInLine() ? text.split('\n') : [text]
  const lines = split.length > maxBreaks ? [text] : split
  for (const [index, line] of lines.entries()) {
    if (index > 0) parent.append(inert.createElement('br'))
    parent.append(inert.createTextNode(line))
  }
  return lines.length - 1
}

/**
 * Returns whether an element is a number of a line of code, or a sign before it: these are not selected when the code beside
 * them is.
 */
function isBesideCode(element: Element, { styleOf }: PageView): boolean {
  const { parentElement } = element
  if (!parentElement?.closest('pre') || styleOf(parentElement)?.userSelect === 'none') return false
  return !/\p{L}/u.test(element.textContent ?? '')
}

/** Returns whether the page shows the ends of lines in the markup of an element; code keeps them without further ado. */
function keepsLines(style: Style | undefined, isCode: boolean): boolean {
  return !isCode && /^(?:preserve|break)/.test(style?.whiteSpaceCollapse ?? '')
}

/** Further elements that stand in a line. */
const WORD = /^(?:bdi|bdo|code|data|del|dfn|img|ins|kbd|q|s|samp|strike|sub|sup|tt|var|wbr)$/

/** Elements that stand in a line unless their styles say otherwise. */
const INLINE = /^(?:a|abbr|b|cite|em|font|i|label|mark|small|span|strong|time|u)$/

/** Returns whether an element has a line of its own by its style. What floats, or has a place of its own, may be in one. */
function isOwnLine(style: Style | undefined): boolean {
  if (!style || !BLOCK_DISPLAY.test(style.display)) return false
  return !/^(?:absolute|fixed)$/.test(style.position ?? '') && (style.cssFloat ?? 'none') === 'none'
}

interface TextContext {
  inert: Document
  isWord: (node: Node | null) => boolean
  maxBreaks: number
}

interface Waiting {
  node: Node
  parent: Element
  level: number
  isShown: boolean
  isCode: boolean
  /** True where the page shows the ends of lines in the markup. */
  hasLines: boolean
}
