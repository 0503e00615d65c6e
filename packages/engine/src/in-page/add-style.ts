// Serialised into the page: no imports, no closures.

interface Sheet {
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet
declare const document: { adoptedStyleSheets: Sheet[] }

/** Adds style rules after all of the page's own, whatever its content policy says of inline styles. */
export function addStyle(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
