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
  readonly href: string | null
  readonly media: { readonly mediaText: string }
  readonly cssRules: Iterable<Rule>
}
interface Length {
  to(unit: 'px'): { readonly value: number }
}

declare const document: {
  querySelectorAll(selector: string): Iterable<object>
  readonly styleSheets: Iterable<Sheet>
  readonly adoptedStyleSheets: Iterable<Sheet>
}
/** Rules by the names of their constructors. */
type Kind = { [Symbol.hasInstance](rule: object): boolean }
declare const CSSStyleSheet: new () => Sheet & { replaceSync(css: string): void }
declare const CSSPageRule: Kind
declare const CSSMediaRule: Kind
declare const CSSSupportsRule: Kind
declare const CSSStyleValue: { parse(property: string, value: string): Length }
declare const CSS: { supports(condition: string): boolean }
declare function getComputedStyle(element: object): { readonly page: string }
declare function matchMedia(query: string): { readonly matches: boolean }

/** The size and the margins of a sheet of paper by the page's own style sheets, in CSS pixels. */
interface SheetRules {
  /** Null where a margin depends on something else than its value. */
  margins: Partial<Record<'top' | 'right' | 'bottom' | 'left', number | null>>
  size?: { width: number; height: number }
}

/** The rules for every sheet of paper, and those for the first one and for sheets with a name that the page uses. */
export interface PageRules extends SheetRules {
  special: (SheetRules & { selector: string })[]
  /** Addresses of style sheets of other sites whose rules are missing here. */
  unread: string[]
}

/**
 * Reads the `@page` rules; those of style sheets of other sites from the texts that are given by their addresses. Rules for left,
 * right and blank sheets are left out.
 */
export function readPageRules(texts: Record<string, string>): PageRules {
  /** Upright, in millimetres or inches. */
  const SIZES: Record<string, [string, string]> = {
    a5: ['148mm', '210mm'],
    a4: ['210mm', '297mm'],
    a3: ['297mm', '420mm'],
    b5: ['176mm', '250mm'],
    b4: ['250mm', '353mm'],
    'jis-b5': ['182mm', '257mm'],
    'jis-b4': ['257mm', '364mm'],
    letter: ['8.5in', '11in'],
    legal: ['8.5in', '14in'],
    ledger: ['11in', '17in'],
  }
  const general: SheetRules = { margins: {} }
  const bySelector = new Map([['', general]])
  const unread: string[] = []
  for (const sheet of [...document.styleSheets, ...document.adoptedStyleSheets]) readSheet(sheet)
  bySelector.delete('')
  const named = Array.from(bySelector.keys()).some((selector) => !selector.includes(':'))
  const used = new Set([':first', ...(named ? usedNames() : [])])
  const special = Array.from(bySelector)
    .filter(([selector]) => used.has(selector))
    .map(([selector, { margins, size }]) => ({
      selector,
      margins: { ...general.margins, ...margins },
      size: size ?? general.size,
    }))
  return { ...general, special, unread }

  function usedNames(): string[] {
    return Array.from(document.querySelectorAll('*'), (element) => getComputedStyle(element).page)
  }

  function readSheet(sheet: Sheet | null | undefined): void {
    if (!sheet || sheet.disabled || !applies(sheet.media.mediaText)) return
    for (const rule of rulesOf(sheet)) readRule(rule)
  }

  function rulesOf(sheet: Sheet): Iterable<Rule> {
    try {
      return sheet.cssRules
    } catch {
      const text = texts[sheet.href!]
      if (text === undefined) unread.push(sheet.href!)
      const copy = new CSSStyleSheet()
      copy.replaceSync(text ?? '')
      return copy.cssRules
    }
  }

  function readRule(rule: Rule): void {
    if (rule instanceof CSSPageRule) return readPage(rule)
    if (rule instanceof CSSMediaRule && !applies(rule.media!.mediaText)) return
    if (rule instanceof CSSSupportsRule && !CSS.supports(rule.conditionText!)) return
    readSheet(rule.styleSheet)
    for (const inner of rule.cssRules ?? []) readRule(inner)
  }

  function readPage({ selectorText, style }: Rule): void {
    const rules = bySelector.get(selectorText!) ?? { margins: {} }
    bySelector.set(selectorText!, rules)
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const value = style!.getPropertyValue(`margin-${side}`)
      if (value) rules.margins[side] = inPixels(value)
    }
    const size = style!.getPropertyValue('size')
    if (size) rules.size = sizeOf(size.toLowerCase().split(' '))
  }

  /** Returns undefined for paper that the page leaves open. */
  function sizeOf(words: string[]): SheetRules['size'] {
    const orientation = words.find((word) => word === 'portrait' || word === 'landscape')
    const others = words.filter((word) => word !== orientation)
    const named = SIZES[others[0] ?? 'a4']
    const [width = null, height = width] = (named ?? others).map(inPixels)
    if (!width || !height) return undefined
    return orientation === 'landscape' ? { width: height, height: width } : { width, height }
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
