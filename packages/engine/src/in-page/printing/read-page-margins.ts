// The function here is serialised into the page, so it cannot import values or use closures.

interface Style {
  getPropertyValue(name: string): string
}
interface Rule {
  readonly cssRules?: Iterable<Rule>
  readonly selectorText?: string
  readonly conditionText?: string
  readonly media?: { readonly mediaText: string }
  readonly styleSheet?: Sheet | null
  readonly style?: Style
}
interface Sheet {
  readonly disabled: boolean
  readonly media: { readonly mediaText: string }
  readonly cssRules: Iterable<Rule>
}
interface Length {
  to(unit: 'px'): { readonly value: number }
}

declare const document: {
  readonly styleSheets: Iterable<Sheet>
  readonly adoptedStyleSheets: Iterable<Sheet>
}
/** Rules by the names of their constructors. */
type Kind = { [Symbol.hasInstance](rule: object): boolean }
declare const CSSPageRule: Kind
declare const CSSMediaRule: Kind
declare const CSSSupportsRule: Kind
declare const CSSStyleValue: { parse(property: string, value: string): Length }
declare const CSS: { supports(condition: string): boolean }
declare function matchMedia(query: string): { readonly matches: boolean }

/**
 * Reads the margins that the page's own style sheets give to every sheet of paper, in CSS pixels: undefined where they give
 * none, and null where the margin depends on something else than its value. Style sheets of other sites cannot be read.
 */
export function readPageMargins(): Record<'top' | 'bottom', number | null | undefined> {
  const margins: Record<'top' | 'bottom', number | null | undefined> = { top: undefined, bottom: undefined }
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet)
  return margins

  function readSheet(sheet: Sheet | null | undefined): void {
    if (!sheet || sheet.disabled || !applies(sheet.media.mediaText)) return
    let rules: Iterable<Rule>
    try {
      rules = sheet.cssRules
    } catch {
      return
    }
    for (const rule of rules) readRule(rule)
  }

  function readRule(rule: Rule): void {
    if (rule instanceof CSSPageRule) return readPage(rule)
    if (rule instanceof CSSMediaRule && !applies(rule.media!.mediaText)) return
    if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText!)) return
    readSheet(rule.styleSheet)
    for (const inner of rule.cssRules ?? []) readRule(inner)
  }

  function readPage({ selectorText, style }: Rule): void {
    if (selectorText !== '') return
    for (const side of ['top', 'bottom'] as const) {
      const value = style!.getPropertyValue(`margin-${side}`)
      if (value) margins[side] = inPixels(value)
    }
  }

  function inPixels(value: string): number | null {
    try {
      return CSSStyleValue.parse('margin-top', value).to('px').value
    } catch {
      return null
    }
  }

  function applies(media: string): boolean {
    return media === '' || matchMedia(media).matches
  }
}
