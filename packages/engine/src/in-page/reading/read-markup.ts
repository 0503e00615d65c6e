import { findMatches } from '../finding/find-matches.ts'
import { appendStyle } from '../styling/append-style.ts'
import type { PageElement } from '../dom.ts'

export interface MarkupRequest {
  /** A CSS selector of the element to read; the whole document by default. */
  selector?: string
  /** Reads only what is inside of the element; by default, of the body. */
  isFragment: boolean
  /** Rules that the whole document gets as a style element, after all others. */
  styles?: string
}

export interface Markup {
  text: string
  isMissing: boolean
}

declare const document: object
declare const Document: { prototype: object }
declare const Element: { prototype: object }
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

/**
 * Writes the document, or the first match of a selector, as markup; shadow trees are left out. An element that is missing is
 * replaced by the whole document. Returns 'invalid' when the browser refuses the selector.
 */
export function readMarkup({ selector, isFragment, styles }: MarkupRequest): Markup | 'invalid' {
  const matches = selector === undefined ? [] : findMatches({ css: selector })
  if (!matches) return 'invalid'
  const match = matches[0]
  return { text: markupOf(match), isMissing: selector !== undefined && !match }

  function markupOf(element: PageElement | undefined): string {
    const root = ofDocument('documentElement')
    if (isFragment) return ofElement('innerHTML', element ?? ofDocument('body') ?? root)
    if (element) return ofElement('outerHTML', element)
    const writer = new XMLSerializer()
    if (String(ofDocument('contentType')).endsWith('xml')) {
      // The browser shows XML without a style sheet in a document of its own, and keeps the file's nodes in this element.
      const file = findMatches({ css: '#webkit-xml-viewer-source-xml' })?.[0]
      const nodes = file ? [...file.childNodes] : [document]
      return nodes.map((node) => writer.serializeToString(node)).join('')
    }
    const doctype = ofDocument('doctype')
    const added = styles ? appendStyle(styles) : undefined
    const markup = ofElement('outerHTML', root)
    added?.remove()
    return `${doctype ? writer.serializeToString(doctype) : ''}${markup}`
  }

  // Forms and images hide properties of the document, and fields those of their form, with their names.
  function ofDocument(name: string): unknown {
    return Object.getOwnPropertyDescriptor(Document.prototype, name)!.get!.call(document)
  }

  function ofElement(name: 'innerHTML' | 'outerHTML', element: unknown): string {
    return element ? Object.getOwnPropertyDescriptor(Element.prototype, name)!.get!.call(element) : ''
  }
}
