// Serialised into the page: no imports, no closures.
import type { PageDocument, PageElement, PageWindow } from './dom.ts'

interface Rule {
  readonly selectorText?: string
  readonly style?: Readonly<Record<string, string>>
  readonly cssRules?: Iterable<Rule>
}

declare const document: PageDocument & { styleSheets: Iterable<Rule>; adoptedStyleSheets: Iterable<Rule> }
declare const window: PageWindow

/** Fixes heights that style sheets, or elements themselves, state in units of the viewport to what they are now. */
export function pinViewportUnits(): void {
  const unit = /\d[sld]?v(h|b|min|max)\b/
  const names = { height: 'height', minHeight: 'min-height', maxHeight: 'max-height' }
  const pin = (elements: Iterable<PageElement>, style: Readonly<Record<string, string>>): void => {
    for (const [key, name] of Object.entries(names))
      if (unit.test(style[key] ?? ''))
        for (const element of elements)
          element.style?.setProperty(name, window.getComputedStyle(element)[key]!, 'important')
  }
  const read = (rules: Iterable<Rule>): void => {
    for (const { selectorText, style, cssRules } of rules) {
      if (selectorText && style) pin(document.querySelectorAll(selectorText), style)
      if (cssRules) read(cssRules)
    }
  }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets])
    try {
      read(sheet.cssRules ?? [])
    } catch {
      // A sheet of another origin cannot be read.
    }
  for (const element of document.querySelectorAll('[style*="v"]')) pin([element], element.style ?? {})
}
