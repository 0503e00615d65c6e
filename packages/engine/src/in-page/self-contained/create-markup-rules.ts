// The function here is serialised into the page, so it cannot import values or use closures.
import type { Attributes } from './create-attribute-writer.ts'
import type { Dom, DomNode } from './create-dom-reader.ts'

interface Place {
  dom: Dom
  attributes: Attributes
  root: DomNode | null
  isXml: boolean
  /** True for a document that is laid out as old browsers did. */
  isQuirky: boolean
}

declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

/** Returns the rules by which markup is written so that a parser rebuilds the same tree. */
export function createMarkupRules({ dom, attributes, root, isXml, isQuirky }: Place) {
  const HTML = 'http://www.w3.org/1999/xhtml'
  const VOID =
    /^(?:area|basefont|bgsound|br|col|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr)$/
  const FOREIGN_TEXT = /^(?:foreignObject|desc|title|mi|mo|mn|ms|mtext|annotation-xml)$/
  return { doctype, isAtHome, isVoid, nameOf, namespaces }

  function isVoid(name: string): boolean {
    return !isXml && VOID.test(name)
  }

  function nameOf(element: DomNode): string {
    const name = isXml ? dom.nodeName(element) : dom.localName(element)
    // oxlint-disable-next-line no-control-regex
    return /^[a-z][^\s<>"'/=\0]*$/i.test(name) ? name : 'span'
  }

  /** Returns whether a parser keeps the element at this place. */
  function isAtHome(element: DomNode, parent: DomNode | null): boolean {
    if (isXml || parent === null || dom.nodeType(parent) !== 1) return true
    const [own, other] = [dom.namespaceURI(element), dom.namespaceURI(parent)]
    if (own === other) return true
    if (other !== HTML && !FOREIGN_TEXT.test(dom.localName(parent))) return false
    return own === HTML || /^(?:svg|math)$/.test(dom.localName(element))
  }

  function namespaces(element: DomNode, parent: DomNode | null): string {
    if (!isXml) return ''
    const namespace = dom.namespaceURI(element) ?? ''
    const isSame = parent !== null && dom.nodeType(parent) === 1 && dom.namespaceURI(parent) === namespace
    const isKnown = isSame || dom.attribute(element, 'xmlns') !== null || dom.nodeName(element).includes(':')
    const own = isKnown ? '' : ` xmlns="${attributes.escape(namespace)}"`
    const needsLinks = element === root && dom.attribute(element, 'xmlns:xlink') === null
    return needsLinks ? `${own} xmlns:xlink="http://www.w3.org/1999/xlink"` : own
  }

  function doctype(): string {
    if (isXml) return ''
    const found = dom.ofDocument('doctype')
    const text = found ? new XMLSerializer().serializeToString(found) : ''
    // Scripts can create an invalid doctype.
    // oxlint-disable-next-line no-control-regex
    const isSound = /^<!DOCTYPE html(?:[^<>\0]*)>$/i.test(text)
    return isSound ? text : isQuirky ? '' : '<!DOCTYPE html>'
  }
}
