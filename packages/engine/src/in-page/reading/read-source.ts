import type { Dom, DomNode } from './create-dom-reader.ts'

/** The text of a file that the browser shows as text. */
interface Source {
  text: string
  /** Its language, as in `language-json`; undefined for plain text. */
  language?: string
}

declare const document: object
declare const XMLDocument: new () => object
declare const XMLSerializer: new () => { serializeToString(node: unknown): string }

/**
 * Returns the source of a file that is no page, such as JSON or a feed; `isWrapped` is true when the browser shows the file in
 * a document of its own.
 */
export function readSource(dom: Dom): { isWrapped: boolean; source?: Source } {
  const type = String(dom.ofDocument('contentType'))
  const isWrapped = type !== 'text/html' && !(document instanceof XMLDocument)
  if (isWrapped) {
    const shown = dom.find('body > pre')
    const text = shown ? dom.textContent(shown) : ''
    return { isWrapped, source: shown ? { text, language: languageOf(text) } : undefined }
  }
  // XML without a style sheet is shown as a tree.
  const tree = /[/+]xml$/.test(type) ? dom.find('#webkit-xml-viewer-source-xml') : null
  return { isWrapped, source: tree ? { text: markupIn(tree), language: 'xml' } : undefined }

  function languageOf(text: string): string | undefined {
    const [, language] = /(?:[/+]|\bx-)(?!plain$)([a-z]+)$/.exec(type) ?? []
    if (language) return language
    // Servers know few types of text, and the browser makes feeds plain text.
    if (/^[^?#]*\.(?:md|markdown)(?:[?#]|$)/i.test(String(dom.ofDocument('URL')))) return 'markdown'
    return text.startsWith('<?xml ') ? 'xml' : undefined
  }

  function markupIn(element: DomNode): string {
    let markup = ''
    const writer = new XMLSerializer()
    for (let node = dom.firstChild(element); node; node = dom.nextSibling(node))
      markup += writer.serializeToString(node)
    return markup
  }
}
