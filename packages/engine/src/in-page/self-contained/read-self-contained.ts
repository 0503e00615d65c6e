import type { DocumentKind, SymbolFile } from '../../self-contained/placeholders.ts'
import { findMatches } from '../finding/find-matches.ts'
import type { DomNode } from '../reading/create-dom-reader.ts'
import { createAnimationWriter } from './create-animation-writer.ts'
import { createAttributeWriter } from './create-attribute-writer.ts'
import { createComparedAttributes } from './create-compared-attributes.ts'
import { createElementWriter } from './create-element-writer.ts'
import { createPictureWriter } from './create-picture-writer.ts'
import type { Sheet } from './create-sheet-filter.ts'
import { createStateMarker } from './create-state-marker.ts'
import { createStyleWriter } from './create-style-writer.ts'
import { markOf } from './marks.ts'
import { doctype, isAtHome, isVoid, nameOf, namespaces, scopeIn, tableAround } from './markup-rules.ts'
import { escape, placeholder, styleOf } from './markup.ts'
import { base, dom, isQuirky, isXml, root } from './this-document.ts'
import type { Changes, Written } from './written.ts'

export interface SelfContainedRequest {
  /** A CSS selector of the element to read, in the elements around it; the whole document by default. */
  selector?: string
  /** Leaves out frames and plug-ins. */
  withoutFrames?: boolean
}

export interface SelfContained {
  /** The markup, with a `Placeholder` as JSON between each two characters U+0000. */
  text: string
  kind: DocumentKind
  /** What its addresses are relative to. */
  base: string
  isMissing: boolean
  /** Number of canvases, videos and fonts that could not be read. */
  unreadable: number
}

/** The children of an element, a document or a shadow tree that are still to be written. */
interface Level {
  next: DomNode | null
  end: () => string
  tree: Tree
}

/** A document or a shadow tree, with the files that its `use` elements take drawings from. */
type Tree = SymbolFile[]

const MAX_LENGTH = 60_000_000
/** The browser draws it around an element with the focus, unless a rule of the page sets another outline. */
const FOCUS_RING = `<style>@layer render-focus{:where([${markOf('focus-visible')}]){outline:auto 1px -webkit-focus-ring-color}}</style>`

/**
 * Writes the document as markup that shows the same without its scripts and that runs nothing. What needs the files that
 * the page loaded is left open. Returns 'invalid' when the browser refuses the selector, and 'large' for a text of more than
 * 60 million characters.
 */
export function readSelfContained({
  selector,
  withoutFrames = false,
}: SelfContainedRequest): SelfContained | 'invalid' | 'large' {
  const matches = selector === undefined ? [] : findMatches({ css: selector })
  if (!matches) return 'invalid'
  const match: DomNode | undefined = matches[0]
  const outer = around(match)
  const levels: Level[] = []
  let tree: Tree = []
  const parts: string[] = []
  let length = 0

  const compared = createComparedAttributes()
  const writeAttributes = createAttributeWriter(compared, useSymbol)
  const pictures = createPictureWriter()
  const styles = createStyleWriter(writeAttributes)
  const describe = createElementWriter(pictures, styles, withoutFrames)
  const animations = createAnimationWriter()
  const marksOf = createStateMarker()
  const text = textOf()
  if (text === undefined) return 'large'
  return {
    text,
    kind: isXml ? 'svg' : isQuirky ? 'quirks' : 'html',
    base,
    isMissing: selector !== undefined && !match,
    unreadable: pictures.unreadable() + styles.unreadable(),
  }

  /** Returns undefined for a text that is too long, also where the browser could not hold it. */
  function textOf(): string | undefined {
    try {
      compared.add(dom.ofDocument('styleSheets') as Iterable<Sheet>)
      compared.add(dom.ofDocument('adoptedStyleSheets') as Iterable<Sheet>)
      put(doctype())
      if (root) {
        animations.add(dom.parentNode(root)!)
        enter(root, null)
      }
      walk()
      return parts.join('')
    } catch (error) {
      if (error instanceof RangeError) return undefined
      throw error
    }
  }

  function walk(): void {
    for (let level = levels.at(-1); level; level = levels.at(-1)) {
      const { next } = level
      tree = level.tree
      if (next === null) {
        put(level.end())
        levels.pop()
        continue
      }
      level.next = dom.nextSibling(next)
      const type = dom.nodeType(next)
      if (type === 1) enter(next, dom.parentNode(next))
      else if ((type === 3 || type === 4) && isShown(next)) writeText(next)
    }
  }

  function enter(element: DomNode, parent: DomNode | null): void {
    if (!isShown(element) || !isAtHome(element, parent)) return
    const written = describe(element)
    const [before, after] = tableAround(element, parent)
    put(before)
    if (!written?.isUnwrapped) return writeElement(element, parent, written, after)
    if (written.content === undefined) descend(element, () => after)
    else put(written.content + after)
  }

  function writeText(node: DomNode): void {
    const [before, after] = tableAround(node, dom.parentNode(node))
    put(before + escape(dom.nodeValue(node)) + after)
  }

  function writeElement(
    element: DomNode,
    parent: DomNode | null,
    written: Written | undefined,
    after: string,
  ): void {
    const { changes, more = '', content, start = '', end: last = '' } = written ?? {}
    const name = written?.name ?? nameOf(element)
    put(
      `<${name}${writeAttributes(element, { ...marksOf(element), ...withAnimations(element, changes) })}${namespaces(element, parent)}${more}>`,
    )
    if (isVoid(name)) return put(after)
    const end = `</${name}>${after}`
    if (content !== undefined) return put(content + end)
    const isBody = element !== root && parent === root && name === 'body'
    const isHead = !isXml && parent === root && name === 'head'
    if (isHead) put(startOfHead())
    else if (element === root && isXml) put(styles.instructed())
    else if (element === root && !dom.find('html > head'))
      put(`<head>${startOfHead()}${stylesIn('head')}</head>`)
    const closes = isHead ? () => stylesIn('head') : isBody || isXml ? () => closeTree(element) : () => ''
    // The parser of HTML leaves out the first line break.
    const first = isXml ? null : dom.firstChild(element)
    if (name === 'pre' && first && dom.nodeType(first) === 3 && dom.nodeValue(first).startsWith('\n'))
      put('\n')
    const own = dom.shadowRoot(element)
    const shadow = own && outer.has(element) && !outer.has(own) ? null : own
    // Its own children are in the slots of a shadow tree.
    const [open, close] = shadow ? ['', ''] : scopeIn(element)
    put(start + open)
    descend(element, () => closes() + last + close + end)
    if (shadow) openShadow(shadow)
  }

  function startOfHead(): string {
    const ring = dom.find(':focus-visible') ? FOCUS_RING : ''
    return `<meta charset="utf-8">${ring}${styles.properties()}${styles.instructed()}${styles.fonts()}`
  }

  function withAnimations(element: DomNode, changes: Changes | undefined): Changes | undefined {
    const animated = escape(animations.styleOf(element))
    return animated ? { ...changes, style: (changes?.style ?? styleOf(element)) + animated } : changes
  }

  function descend(element: DomNode, end: () => string): void {
    levels.push({ next: dom.firstChild(element), end, tree })
  }

  function openShadow(shadow: DomNode): void {
    const { styleSheets, adoptedStyleSheets, delegatesFocus } = shadow as {
      styleSheets: Iterable<Sheet>
      adoptedStyleSheets: Iterable<Sheet>
      delegatesFocus: boolean
    }
    compared.add([...styleSheets, ...adoptedStyleSheets])
    animations.add(shadow)
    put(`<template shadowrootmode="open"${delegatesFocus ? ' shadowrootdelegatesfocus=""' : ''}>`)
    tree = []
    const own = tree
    const end = (): string => `${symbolsOf(own)}${styles.adopted(adoptedStyleSheets)}</template>`
    levels.push({ next: dom.firstChild(shadow), end, tree })
  }

  function closeTree(element: DomNode): string {
    if (isXml && element !== root) return ''
    return symbolsOf(tree) + stylesIn('body')
  }

  /** Style sheets of scripts come after all others: in the head, unless others are in the body. */
  function stylesIn(place: 'head' | 'body'): string {
    const isInBody = isXml || dom.find('body style, body link[rel~="stylesheet"]') !== null
    if (isInBody !== (place === 'body')) return ''
    return styles.adopted(dom.ofDocument('adoptedStyleSheets') as Iterable<Sheet>)
  }

  function useSymbol(address: string): string {
    const [file = '', id = ''] = address.split('#')
    const isWhole = id === ''
    const known = tree.find((each) => each.address === file && each.isWhole === isWhole)
    if (known) return `#${known.prefix}${id}`
    const prefix = `render-${tree.length}-`
    tree.push({ address: file, prefix, isWhole })
    return `#${prefix}${id}`
  }

  function symbolsOf(symbols: Tree): string {
    return symbols.length > 0 ? placeholder({ kind: 'symbols', symbols }) : ''
  }

  /** Returns the elements around the match; none for the whole document. */
  function around(match: DomNode | undefined): Set<DomNode> {
    const path = new Set<DomNode>()
    for (let node = match ? parentOf(match) : null; node; node = parentOf(node)) path.add(node)
    return path
  }

  function parentOf(node: DomNode): DomNode | null {
    return dom.nodeType(node) === 11 ? dom.host(node) : dom.parentNode(node)
  }

  /** Elements around the match have no other content, but for the head, and style sheets in the shadow trees around it. */
  function isShown(node: DomNode): boolean {
    if (outer.size === 0) return true
    const parent = dom.parentNode(node)
    if (parent === null || !outer.has(parent) || outer.has(node) || node === match) return true
    if (dom.nodeType(node) !== 1) return false
    if (dom.nodeType(parent) === 11) return /^(?:style|link)$/.test(dom.localName(node))
    return parent === root && dom.localName(node) === 'head'
  }

  function put(text: string): void {
    length += text.length
    if (length > MAX_LENGTH) throw new RangeError('The document is too large.')
    parts.push(text)
  }
}
