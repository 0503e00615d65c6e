import type { PageHead } from '@render/markdown'
import type { Dom, DomNode, Prototype } from './create-dom-reader.ts'

declare const document: DomNode
declare const Document: Prototype

/** Reads what the head of a page says about it. The browser's own document around a file says nothing of the file. */
export function readHead(dom: Dom, isWrapped: boolean): PageHead {
  const MAX_VALUE = 5000
  const MAX_META = 500
  const value = (css: string, key: string): string | undefined => {
    const element = dom.find(css)
    return element ? (dom.attribute(element, key) ?? undefined)?.slice(0, MAX_VALUE) : undefined
  }
  const elements: DomNode[] = isWrapped
    ? []
    : (Array.from(Document.prototype.querySelectorAll.call(document, 'meta[content]')).slice(
        0,
        MAX_META,
      ) as DomNode[])
  const meta = elements.flatMap((element): [string, string][] => {
    const name = dom.attribute(element, 'name') ?? dom.attribute(element, 'property')
    return name ? [[name.slice(0, 200), dom.attribute(element, 'content')!.slice(0, MAX_VALUE)]] : []
  })
  return {
    title: String(dom.ofDocument('title')).slice(0, MAX_VALUE),
    base: value('base[href]', 'href'),
    canonical: value('link[rel~="canonical" i][href]', 'href'),
    meta,
  }
}
