// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'

interface Rule {
  readonly selectorText?: string
  readonly style?: Readonly<Record<string, string>>
  readonly cssRules?: Iterable<Rule>
}

declare const document: PageDocument & { styleSheets: Iterable<Rule>; adoptedStyleSheets: Iterable<Rule> }
declare const window: PageWindow

/** Replaces heights that style sheets or `style` attributes give in viewport units by their present lengths. */
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
      // The browser does not let us read a sheet of another origin.
    }
  for (const element of document.querySelectorAll('[style*="v"]')) pin([element], element.style ?? {})
}
