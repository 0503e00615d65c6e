import { allElements } from '../finding/all-elements.ts'

interface Sheet {
  readonly cssRules: { readonly length: number }
  replaceSync(css: string): void
}
/** Declares global variables of our world. */
interface Styled {
  /** The sheets that `addStyle` has added, by their rules. */
  renderStyles?: Map<string, Sheet>
  /** Those of them that open shadow trees have as well. */
  renderDeepStyles?: Set<Sheet>
  /** The sheets that `hideMatches` has added. */
  renderHiding?: { banners: Sheet[]; others: Sheet[] }
}
declare const CSSStyleSheet: new () => Sheet
interface Root {
  adoptedStyleSheets: Sheet[]
}
declare const document: Root

/** Removes the rules that `addStyle` has added. */
export function removeStyle(css: string): void {
  const { renderStyles } = globalThis as Styled
  const sheet = renderStyles?.get(css)
  renderStyles?.delete(css)
  if (sheet) document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
}

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

/** Adds style rules like `addStyle`, also to open shadow trees. `restoreSheets` adds them to later ones. */
export function addDeepStyle(css: string): void {
  addStyle(css)
  const world = globalThis as Styled
  const sheet = world.renderStyles?.get(css)
  if (sheet) (world.renderDeepStyles ??= new Set()).add(sheet)
  restoreSheets()
}

/** Adds our sheets again that are gone because the page has set its list of sheets since. */
export function restoreSheets(): void {
  const { renderStyles, renderHiding, renderDeepStyles } = globalThis as Styled
  const added = [
    ...(renderHiding?.others ?? []),
    ...(renderHiding?.banners ?? []),
    ...(renderStyles?.values() ?? []),
  ]
  restoreIn(document, added)
  if (renderDeepStyles)
    for (const { shadowRoot } of allElements())
      if (shadowRoot) restoreIn(shadowRoot as unknown as Root, renderDeepStyles)

  function restoreIn({ adoptedStyleSheets }: Root, sheets: Iterable<Sheet>): void {
    for (const sheet of sheets) if (!adoptedStyleSheets.includes(sheet)) adoptedStyleSheets.push(sheet)
  }
}
