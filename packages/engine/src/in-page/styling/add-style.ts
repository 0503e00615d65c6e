// The function here is serialised into the page, so it cannot import values or use closures.

interface Sheet {
  replaceSync(css: string): void
}
declare const CSSStyleSheet: new () => Sheet
declare const document: { adoptedStyleSheets: Sheet[] }

/**
 * Adds style rules after all of the page's own, even when its content policy forbids inline styles. Does nothing when we
 * have added the same rules to the document already.
 */
export function addStyle(css: string): void {
  const world = globalThis as { renderStyles?: Set<string> }
  world.renderStyles ??= new Set()
  if (world.renderStyles.has(css)) return
  world.renderStyles.add(css)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
