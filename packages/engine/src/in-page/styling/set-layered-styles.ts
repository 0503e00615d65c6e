import type { PageElement } from '../dom.ts'

interface Sheet {
  readonly cssRules: { readonly length: number }
  insertRule(rule: string, index: number): void
}
declare const CSSStyleSheet: new () => Sheet

/** Declares a global variable of our world: the sheets of documents and shadow trees. */
interface World {
  renderLayeredStyles?: WeakMap<object, Sheet>
}

/** A box that styles add to an element. */
export type GeneratedBox = '::before' | '::after'

/**
 * Sets styles of a generated box, or of the element itself, that no rule of the page overrides: important rules in a layer win over
 * those without one. Scripts cannot write over them, as they can over inline styles.
 */
export function setLayeredStyles(
  element: PageElement,
  box: GeneratedBox | '',
  styles: Readonly<Record<string, string>>,
): void {
  const sheets = ((globalThis as World).renderLayeredStyles ??= new WeakMap())
  const root = element.getRootNode() as { adoptedStyleSheets: Sheet[] }
  const sheet = sheets.get(root) ?? new CSSStyleSheet()
  if (!sheets.has(root)) root.adoptedStyleSheets.push(sheet)
  sheets.set(root, sheet)
  const mark = `data-render-layered-${sheet.cssRules.length}`
  element.setAttribute(mark, '')
  const declarations = Object.entries(styles).map(([name, value]) => `${name}: ${value} !important`)
  sheet.insertRule(`@layer { [${mark}]${box} { ${declarations.join('; ')} } }`, sheet.cssRules.length)
}
