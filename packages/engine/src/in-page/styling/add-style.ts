// The functions here are serialised into the page, so they cannot import values or use closures.

interface Sheet {
  readonly cssRules: { readonly length: number }
  replaceSync(css: string): void
}
/** Declares global variables of our world. */
interface Styled {
  /** The sheets that `addStyle` has added, by their rules. */
  renderStyles?: Map<string, Sheet>
  /** The sheets that `hideMatches` has added. */
  renderHiding?: { banners: Sheet[]; others: Sheet[] }
}
declare const CSSStyleSheet: new () => Sheet
declare const document: { adoptedStyleSheets: Sheet[] }

/**
 * Adds style rules after all of the page's own, even when its content policy forbids inline styles. Does nothing when the
 * document has the same rules from us already. Returns the number of rules that the browser understands.
 */
export function addStyle(css: string): number {
  const { renderStyles: added = new Map<string, Sheet>() } = globalThis as Styled
  ;(globalThis as Styled).renderStyles = added
  const sheet = added.get(css) ?? new CSSStyleSheet()
  if (!added.has(css)) sheet.replaceSync(css)
  added.set(css, sheet)
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
  return sheet.cssRules.length
}

/** Adds our sheets again that are gone because the page has set its list of sheets since. */
export function restoreStyles(): void {
  const { renderStyles, renderHiding } = globalThis as Styled
  for (const sheet of [
    ...(renderHiding?.others ?? []),
    ...(renderHiding?.banners ?? []),
    ...(renderStyles?.values() ?? []),
  ])
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}
