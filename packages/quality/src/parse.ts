import { JSDOM } from 'jsdom'

/** Parses a page. Each reader needs a document of its own, because most of them change it. */
export function parse(html: string, url: string) {
  return new JSDOM(html, { url }).window.document
}

const BLOCKS =
  /^(?:address|article|aside|blockquote|br|caption|center|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)$/

interface Node {
  nodeType: number
  localName?: string
  textContent: string | null
  childNodes: Iterable<Node>
}

/** Returns a text with a line for each block. */
export function linesOf(node: Node): string {
  const TEXT = 3
  if (node.nodeType === TEXT) return node.textContent ?? ''
  const inner = [...node.childNodes].map(linesOf).join('')
  return BLOCKS.test(node.localName ?? '') ? `\n${inner}\n` : inner
}
