// Serialised into the page: no imports, no closures.

interface Element {
  textContent: string
  append(child: Element): void
}
declare const document: {
  createElement(name: string): Element
  head: Element | null
  documentElement: Element
}

/** Adds a style element after all of the page's own. */
export function addStyleElement(css: string): void {
  const element = document.createElement('style')
  element.textContent = css
  ;(document.head ?? document.documentElement).append(element)
}
