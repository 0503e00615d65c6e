// The function here is serialised into the page, so it cannot import values or use closures.

interface StyleElement {
  textContent: string
  readonly sheet: object | null
  remove(): void
}
interface Sheet {
  replaceSync(css: string): void
}

declare const CSSStyleSheet: new () => Sheet
declare const document: {
  createElement(name: 'style'): StyleElement
  readonly documentElement: { prepend(child: StyleElement): void }
  adoptedStyleSheets: Sheet[]
}

/**
 * Sets rules for the print, instead of those set before. They come before the page's own, because the browser prefers the
 * first of two important declarations in `@page`; where the content policy forbids that, they come after.
 */
export function setPageRules(css: string): void {
  const world = globalThis as { renderPageRules?: { replace(css: string): void } }
  if (world.renderPageRules) return world.renderPageRules.replace(css)
  const element = document.createElement('style')
  element.textContent = css
  document.documentElement.prepend(element)
  if (element.sheet) {
    world.renderPageRules = { replace: (text) => (element.textContent = text) }
    return
  }
  element.remove()
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  world.renderPageRules = { replace: (text) => sheet.replaceSync(text) }
}
