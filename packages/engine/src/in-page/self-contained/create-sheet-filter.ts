// The function here is serialised into the page, so it cannot import values or use closures.
import type { Dom, DomNode } from './create-dom-reader.ts'

export interface Sheet {
  readonly disabled: boolean
  readonly title: string | null
  readonly href: string | null
  readonly ownerNode: DomNode | null
  readonly cssRules: ArrayLike<{ readonly cssText: string }> & Iterable<{ readonly cssText: string }>
  readonly media: { readonly mediaText: string }
  insertRule(rule: string, index: number): number
  deleteRule(index: number): void
}

declare const getComputedStyle: (element: DomNode) => { getPropertyValue(name: string): string }
declare const matchMedia: (media: string) => { readonly matches: boolean }

/**
 * Returns a function that says whether the browser uses a style sheet. Of style sheets with titles it uses one set, and of
 * alternative ones those that scripts chose; no property of them tells which.
 */
export function createSheetFilter(dom: Dom): (sheet: Sheet) => boolean {
  const MARK = '--render-used'
  const sheets = dom.ofDocument('styleSheets') as ArrayLike<Sheet>
  const root = dom.ofDocument('documentElement') as DomNode
  let preferred: string | null | undefined
  return (sheet) => {
    if (sheet.disabled) return false
    if (!sheet.title && !isAlternate(sheet)) return true
    return isMarking(sheet) ?? (!isAlternate(sheet) && sheet.title === preferredTitle())
  }

  function isAlternate({ ownerNode: owner }: Sheet): boolean {
    // The browser disables those of processing instructions.
    if (owner === null || dom.nodeType(owner) !== 1) return false
    return /(?:^|\s)alternate(?:\s|$)/i.test(dom.attribute(owner, 'rel') ?? '')
  }

  /** Adds a rule for a moment and returns whether it applies; undefined where that does not show it. */
  function isMarking(sheet: Sheet): boolean | undefined {
    const { ownerNode: owner, media } = sheet
    if (media.mediaText && !matchMedia(media.mediaText).matches) return undefined
    const [element, selector] =
      owner !== null && dom.nodeType(owner) === 1 ? [owner, '*|link, *|style'] : [root, ':root']
    try {
      const index = sheet.insertRule(`${selector} { ${MARK}: 1 }`, sheet.cssRules.length)
      const isUsed = getComputedStyle(element).getPropertyValue(MARK) === '1'
      sheet.deleteRule(index)
      return isUsed
    } catch {
      // It is of another origin.
      return undefined
    }
  }

  /** Without a choice of scripts, the first style sheet with a title says which set is used. */
  function preferredTitle(): string | null {
    preferred ??= Array.from(sheets).find((sheet) => sheet.title && !isAlternate(sheet))?.title ?? null
    return preferred
  }
}
