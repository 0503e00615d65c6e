// Serialised into the page: no imports, no closures.

interface Sheet {
  readonly cssRules: Iterable<{ selectorText?: string }>
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet

/** How many rules with a selector the browser finds in a style sheet: what it does not understand is left out. */
export function countRules(css: string): number {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return [...sheet.cssRules].filter(({ selectorText }) => selectorText !== undefined).length
}
