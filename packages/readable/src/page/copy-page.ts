import { ELEMENT, TEXT, type Element, type Node } from '../dom.ts'
import { BLOCK_DISPLAY, copyElement } from './copy-element.ts'
import { formulaOfDrawing, formulaOfScript } from './formulas.ts'
import type { PageView, Style } from './page-view.ts'
import { getterOf } from './getter-of.ts'

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
  const nodeTypeOf = getterOf(inert.body, 'nodeType') as (of: Node) => number
  const localNameOf = getterOf(inert.body, 'localName') as (of: Node) => string
  const firstChildOf = getterOf(inert.body, 'firstChild') as (of: Node) => Node | null
  const nextSiblingOf = getterOf(inert.body, 'nextSibling') as (of: Node) => Node | null
  const waiting: Waiting[] = [{ node: root, parent: inert.body, level: 0, isShown: true }]
  let elements = 0
  let length = 0

  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const type = nodeTypeOf(next.node)
    if (type === TEXT && next.isShown) {
      const text = next.node.textContent ?? ''
      length += text.length
      next.parent.append(inert.createTextNode(text))
    }
    if (type === ELEMENT) {
      elements += 1
      enter(next, localNameOf(next.node))
    }
    if (elements > MAX_ELEMENTS || length > MAX_LENGTH) return false
  }
  return true

  function enter({ node, parent, level, isShown }: Waiting, name: string): void {
    if (name === 'form' || node === root) {
      const copy = name === 'body' ? parent : inert.createElement('div')
      if (copy !== parent) parent.append(copy)
      wait(childrenOf(node), { parent: copy, level: level + 1, isShown })
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
    const children = becomesCode ? withoutGaps(shown) : shown
    wait(children, { parent: copy, level: level + 1, isShown: isVisible })
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
    const hasBlocks = nodes.some((node) => nodeTypeOf(node) === ELEMENT && localNameOf(node) === 'div')
    if (!hasBlocks) return nodes
    return nodes.filter((node) => nodeTypeOf(node) !== TEXT || (node.textContent ?? '').trim() !== '')
  }

  function shownChildrenOf(element: Element, name: string): Node[] {
    const slotted = name === 'slot' ? (element.assignedNodes?.() ?? []) : []
    return slotted.length > 0 ? slotted : childrenOf(element.shadowRoot ?? element)
  }

  function childrenOf(node: Node): Node[] {
    const children: Node[] = []
    for (let child = firstChildOf(node); child; child = nextSiblingOf(child)) children.push(child)
    return children
  }
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

/** Elements that stand in a line unless their styles say otherwise. */
const INLINE = /^(?:a|abbr|b|cite|em|font|i|label|mark|small|span|strong|time|u)$/

/** Returns whether an element has a line of its own by its style. What floats, or has a place of its own, may be in one. */
function isOwnLine(style: Style | undefined): boolean {
  if (!style || !BLOCK_DISPLAY.test(style.display)) return false
  return !/^(?:absolute|fixed)$/.test(style.position ?? '') && (style.cssFloat ?? 'none') === 'none'
}

interface Waiting {
  node: Node
  parent: Element
  level: number
  isShown: boolean
}
