import type { PageContent, Token } from '@render/markdown'
import { findMatches } from '../finding/find-matches.ts'
import { createDomReader, type DomNode, type Prototype } from './create-dom-reader.ts'
import { createElementStyles, type Kind, type Styles } from './element-styles.ts'
import { createFieldText } from './field-text.ts'
import { createAttributeReader } from './read-attributes.ts'
import { readHead } from './read-head.ts'
import { readSource } from './read-source.ts'
import { isOneNumber, placeInNumber } from './split-numbers.ts'

export interface ContentRequest {
  /** A CSS selector of the element to read; the whole page by default. */
  selector?: string
  /** Elements that are read with all attributes. */
  preserved: readonly string[]
  /** False when the page shows what is for browsers without scripts. */
  hasScripts: boolean
}

export interface ReadContent {
  /** A `PageContent` as JSON. */
  text: string
  isMissing: boolean
  /** True when the page has more than is read of any page. */
  isCut: boolean
}

/** The children of an element that are still to be read. */
interface Level {
  nodes: ArrayLike<DomNode>
  next: number
  /** Written once all children are. */
  end?: Token[]
  styles?: Styles
  /** How the element around them shows them. */
  direction?: 'row' | 'column'
  isHidden: boolean
  isCode: boolean
  /** True in code whose lines end at breaks alone, and whose blanks are shown as in prose. */
  isFlowing: boolean
  /** True in a paragraph or heading, where boxes are letters or words of a line. */
  isPhrase: boolean
  /** True in formulas, whose sources are never shown. */
  isWhole: boolean
  isPreserved: boolean
}

declare const Element: Prototype
declare const HTMLSlotElement: Prototype

/** Reads what a reader of the page sees; returns 'invalid' when the browser refuses the selector. */
export function readContent({ selector, preserved, hasScripts }: ContentRequest): ReadContent | 'invalid' {
  const HTML = 'http://www.w3.org/1999/xhtml'
  const MAX_TEXT = 12_000_000
  const MAX_TOKENS = 2_000_000
  const MAX_MS = 5000
  const MAX_VALUE = 5000
  const BLOCKS =
    /^(?:address|article|aside|body|center|details|dialog|div|dl|fieldset|figcaption|figure|footer|form|h[1-6]|header|hgroup|hr|li|main|nav|ol|p|pre|search|section|summary|table|tbody|td|tfoot|th|thead|tr|ul|dd|dt|blockquote|menu|legend|option|optgroup|caption)$/
  const SKIPPED =
    /^(?:style|template|head|title|meta|link|base|param|datalist|applet|rp|track|map|area|colgroup)$/
  const LOOKLESS = /^(?:img|svg|canvas|video|audio|iframe|frame|input|select|textarea|br|wbr|button)$/
  const CODE = /^(?:pre|listing|xmp|plaintext|textarea|code)$/
  const END: Token[] = [0]
  const END_APART: Token[] = [0, ' ']
  const kinds = new Map<string, Kind>()

  const matches = selector === undefined ? [] : findMatches({ css: selector })
  if (!matches) return 'invalid'
  const dom = createDomReader()
  const attributesOf = createAttributeReader(dom)
  const css = createElementStyles(dom)
  const field = createFieldText(dom, css)
  const match: DomNode | undefined = matches[0]
  const root = (dom.ofDocument('body') ?? dom.ofDocument('documentElement')) as DomNode | null
  const tokens: Token[] = []
  const start = performance.now()
  let length = 0
  let isCut = false
  const levels: Level[] = []
  const { isWrapped, source } = readSource(dom)
  const file = match ? undefined : source
  /** The parts of elements around the match that are read. */
  const parts = new Map<DomNode, DomNode>()
  if (file) {
    isCut = file.text.length > MAX_TEXT
    const attributes: Record<string, string> = file.language ? { class: `language-${file.language}` } : {}
    tokens.push(['pre', attributes], file.text.slice(0, MAX_TEXT), 0)
  } else if (match ?? root) {
    push([match ? contextOf(match) : root!])
    walk()
  }
  const [address, base] = [String(dom.ofDocument('URL')), String(dom.ofDocument('baseURI'))]
  const isMarkdown = file?.language === 'markdown'
  const content: PageContent = { address, base, head: readHead(dom, isWrapped), tokens, isMarkdown }
  return { text: JSON.stringify(content), isMissing: selector !== undefined && !match, isCut }

  function walk(): void {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      if (level.next >= level.nodes.length) {
        if (level.end) tokens.push(...level.end)
        levels.pop()
        continue
      }
      if (isFull()) {
        isCut = true
        return
      }
      const node = level.nodes[level.next]!
      level.next += 1
      const type = dom.nodeType(node)
      if (type === 3 || type === 4) readText(dom.nodeValue(node), level)
      else if (type === 1) readElement(node, level)
    }
  }

  /** Returns the element with which reading begins: code and rows of tables mean nothing without the elements around them. */
  function contextOf(element: DomNode): DomNode {
    const isRow = /^(?:t(?:head|body|foot|r))$/.test(dom.localName(element))
    const around: DomNode = Element.prototype.closest.call(element, isRow ? 'table' : 'pre,listing,xmp')
    if (!around || around === element) return element
    parts.set(around, element)
    return around
  }

  function isFull(): boolean {
    if (length > MAX_TEXT || tokens.length > MAX_TOKENS) return true
    return tokens.length % 1024 === 0 && performance.now() - start > MAX_MS
  }

  function push(nodes: ArrayLike<DomNode>, more: Partial<Level> = {}): void {
    const around = levels.at(-1)
    const { isCode = false, isFlowing = false, isPhrase = false } = around ?? {}
    const { isWhole = false, isPreserved = false } = around ?? {}
    levels.push({
      nodes,
      next: 0,
      isHidden: false,
      isCode,
      isFlowing,
      isPhrase,
      isWhole,
      isPreserved,
      ...more,
    })
  }

  function readText(text: string, level: Level): void {
    const { styles, isHidden, isCode, isFlowing, direction, isWhole } = level
    if (isHidden || (direction && !/\S/.test(text) && isNoBlank(level))) return
    if (isFlowing) return void tokens.push(flowing(text))
    length += text.length
    const mayBreak = !isCode && !isWhole && text.includes('\n')
    const isPreserving = mayBreak && /^(?:preserve|break)/.test(styles?.whiteSpaceCollapse ?? '')
    if (!isPreserving || !(/\S/.test(text) || isInLine(level))) return void tokens.push(text)
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) tokens.push(['br'], 0)
      if (line !== '') tokens.push(line)
    }
  }

  /** Returns whether nobody sees the blanks that are read between two items. */
  function isNoBlank({ nodes, next, isCode, direction }: Level): boolean {
    return (isCode && direction === 'column') || isOneNumber(dom, nodes[next - 2], nodes[next])
  }

  /** Returns whether the text that is read has words of its line on both sides. */
  function isInLine({ nodes, next, direction }: Level): boolean {
    const isWord = (node: DomNode | undefined): boolean =>
      node !== undefined && dom.nodeType(node) === 1 && !kindOf(dom.localName(node)).isBlock
    return direction === undefined && isWord(nodes[next - 2]) && isWord(nodes[next])
  }

  function readElement(element: DomNode, around: Level): void {
    const own = dom.localName(element)
    // AMP puts the picture into its element later.
    const name = own === 'amp-img' ? 'img' : own
    const kind = kindOf(name)
    if (kind.isSkipped) return
    const isTex = name === 'script' && dom.attribute(element, 'type')?.startsWith('math/tex') === true
    const isMath = name === 'math' || isTex
    if (name === 'script' && !isMath) return
    const value = field.of(element, name)
    if (value !== undefined) return readField(element, name, value, around)
    if (around.isWhole || isMath) {
      tokens.push([name, attributesOf(element, name, namesOf(element), around.isPreserved)])
      return push(childrenOf(element), { end: END, isWhole: true })
    }
    const styles = css.read(element)
    const display = styles.display
    const names = namesOf(element)
    if (display === 'none' || names.includes('hidden')) return
    const isPreserved = around.isPreserved || preserved.includes(name)
    if (styles.visibility !== 'visible')
      return push(nodesOf(element, name), { styles, isHidden: true, isPreserved })
    const isEmpty = isEmptyPlace(element, name)
    if (isEmpty && name !== 'a') return
    const isLine = around.isCode && around.direction === 'column'
    const isItem = !kind.isBlock && ((around.direction && !isLine) || css.isBesideText(display, styles))
    const isApart = css.isApart(element, { kind, display, isItem, styles, around })
    const [isFirstPart, isLastPart] = isItem
      ? placeInNumber(dom, around.nodes, around.next - 1)
      : [true, true]
    if ((isApart && isFirstPart) || isSpaced(styles, around)) tokens.push(' ')
    const place = isItem ? '' : css.placeOf(kind, display, around.isPhrase)
    const style = css.looksOf(element, name, styles, around)
    const looks = (isEmpty ? 'e' : '') + place + style
    const attributes = attributesOf(element, name, names, isPreserved)
    tokens.push(looks === '' ? [name, attributes] : [name, attributes, looks])
    if (isLine && place === 'b' && dom.firstChild(element) === null) tokens.push('\n')
    const isCode = around.isCode || CODE.test(name) || style.includes('w')
    const isFlowing = around.isFlowing || (style.includes('w') && styles.whiteSpaceCollapse === 'collapse')
    const nodes = name === 'svg' ? titleOf(element) : nodesOf(element, name)
    push(nodes, {
      end: isApart && isLastPart ? END_APART : END,
      styles,
      direction: css.directionOf(display, styles),
      isCode,
      isFlowing,
      isPhrase: around.isPhrase || /^(?:p|h[1-6])$/.test(name),
      isPreserved,
      isWhole: name === 'svg',
    })
  }

  function flowing(text: string): string {
    const before = tokens.at(-2)
    const isLineStart = Array.isArray(tokens.at(-1)) || (Array.isArray(before) && before[0] === 'br')
    const shown = text.replaceAll(/[ \t\n\r\f]+/g, ' ')
    length += shown.length
    return (isLineStart ? shown.replace(/^ /, '') : shown).replaceAll('\u00A0', ' ')
  }

  function readField(element: DomNode, name: string, value: string, { isPreserved }: Level): void {
    if (!/\S/.test(value) || !field.isShown(element)) return
    length += value.length
    tokens.push([name, attributesOf(element, name, namesOf(element), isPreserved)], value, 0)
  }

  function kindOf(name: string): Kind {
    const known = kinds.get(name)
    if (known) return known
    const isSkipped = SKIPPED.test(name) || (hasScripts && name === 'noscript')
    const kind = { isBlock: BLOCKS.test(name), isSkipped, isLookless: LOOKLESS.test(name) }
    kinds.set(name, kind)
    return kind
  }

  /** A place to link to, or a heading, without any content. */
  function isEmptyPlace(element: DomNode, name: string): boolean {
    if (!/^(?:a|h[1-6])$/.test(name) || dom.firstChild(element) !== null || dom.shadowRoot(element))
      return false
    return dom.attribute(element, 'aria-label') === null && dom.attribute(element, 'title') === null
  }

  /** Returns whether nothing but margins and padding keeps an element in the line from the one before it. */
  function isSpaced(styles: Styles, { nodes, next, isCode }: Level): boolean {
    const before = nodes[next - 2]
    if (isCode || before === undefined || dom.nodeType(before) !== 1) return false
    return css.isSpaced(styles, css.read(before))
  }

  function namesOf(element: DomNode): string[] {
    return Element.prototype.getAttributeNames.call(element)
  }

  /** The children as they are shown: those of the shadow tree, with what is in its slots. */
  function nodesOf(element: DomNode, name: string): ArrayLike<DomNode> {
    const part = parts.get(element)
    if (part) return [part]
    const shadow = dom.shadowRoot(element)
    if (shadow) return childrenOf(shadow)
    // The browser shows the content of an object only if its file cannot be shown.
    if (name === 'object' && dom.attribute(element, 'data')) return []
    if (name !== 'slot' || dom.namespaceURI(element) !== HTML) return childrenOf(element)
    const assigned: DomNode[] = HTMLSlotElement.prototype.assignedNodes.call(element)
    return assigned.length > 0 ? assigned : childrenOf(element)
  }

  function childrenOf(node: DomNode): DomNode[] {
    const children: DomNode[] = []
    for (let child = dom.firstChild(node); child; child = dom.nextSibling(child)) children.push(child)
    return children
  }

  function titleOf(svg: DomNode): DomNode[] {
    const isTitle = (child: DomNode) => dom.nodeType(child) === 1 && dom.localName(child) === 'title'
    const title = childrenOf(svg).find(isTitle)
    if (!title) return []
    tokens.push(['title'], dom.textContent(title).slice(0, MAX_VALUE), 0)
    return []
  }
}
