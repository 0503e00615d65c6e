interface Parent {
  querySelector(selector: string): Parent | null
}
interface StyleElement {
  textContent: string
  remove(): void
}

declare const document: Parent
declare const Document: { prototype: Parent & { createElement(name: 'style'): StyleElement } }
declare const Element: { prototype: { append(child: StyleElement): void } }

/** Appends a style element to the document, after all others. The caller removes it. */
export function appendStyle(css: string): StyleElement {
  // Forms and images hide properties of the document with their names.
  const element = Document.prototype.createElement.call(document, 'style')
  element.textContent = css
  Element.prototype.append.call(Document.prototype.querySelector.call(document, '*'), element)
  return element
}
