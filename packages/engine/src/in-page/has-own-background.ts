// Serialised into the page: no imports, no closures.

interface Sheet {
  replaceSync(css: string): void
}
interface Element {
  readonly localName: string
}
declare const CSSStyleSheet: new () => Sheet
declare const document: { documentElement: Element; body: Element | null; adoptedStyleSheets: Sheet[] }
declare function getComputedStyle(element: Element): { backgroundColor: string; backgroundImage: string }

/**
 * Whether the page says what its background is, be it that there is none: then a rule that gives way to every other one
 * does not show in what the browser computes.
 */
export function hasOwnBackground(): boolean {
  const MARK = 'rgb(1, 2, 3)'
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer { :where(html, body) { background-color: ${MARK} } }`)
  document.adoptedStyleSheets.unshift(sheet)
  const isOwn = (element: Element | null): boolean => {
    if (!element) return false
    const { backgroundColor, backgroundImage } = getComputedStyle(element)
    return backgroundColor !== MARK || backgroundImage !== 'none'
  }
  const own =
    document.documentElement.localName !== 'html' || isOwn(document.documentElement) || isOwn(document.body)
  document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
  return own
}
