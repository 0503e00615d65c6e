import type { DomNode } from '../reading/create-dom-reader.ts'
import { dom, root } from './this-document.ts'

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

interface SheetFilter {
  /** Returns whether the browser uses a style sheet. */
  isUsed: (sheet: Sheet) => boolean
  /** Returns whether what owns a style sheet is a link to an alternative one. */
  isAlternate: (owner: DomNode | null) => boolean
}

declare const getComputedStyle: (element: DomNode) => { getPropertyValue(name: string): string }
declare const matchMedia: (media: string) => { readonly matches: boolean }

const MARK = '--render-used'

/** The browser uses one set of the style sheets with titles, and the alternative ones that scripts chose. No property tells which. */
export function createSheetFilter(): SheetFilter {
  const sheets = dom.ofDocument('styleSheets') as ArrayLike<Sheet>
  let preferred: string | null | undefined
  return { isUsed, isAlternate }

  function isUsed(sheet: Sheet): boolean {
    if (sheet.disabled) return false
    const isOptional = isAlternate(sheet.ownerNode)
    if (!sheet.title && !isOptional) return true
    return isMarking(sheet) ?? (!isOptional && sheet.title === preferredTitle())
  }

  function isAlternate(owner: DomNode | null): boolean {
    // The browser disables those of processing instructions.
    if (owner === null || dom.nodeType(owner) !== 1) return false
    return /(?:^|\s)alternate(?:\s|$)/i.test(dom.attribute(owner, 'rel') ?? '')
  }

  /** Adds a rule for a moment and returns whether it applies; undefined where that does not show it. */
  function isMarking(sheet: Sheet): boolean | undefined {
    const { ownerNode: owner, media } = sheet
    if (media.mediaText && !matchMedia(media.mediaText).matches) return undefined
    const [element, selector] =
      owner !== null && dom.nodeType(owner) === 1 ? [owner, '*|link, *|style'] : [root!, ':root']
    try {
      const index = sheet.insertRule(`${selector} { ${MARK}: 1 }`, sheet.cssRules.length)
      const isMarked = getComputedStyle(element).getPropertyValue(MARK) === '1'
      sheet.deleteRule(index)
      return isMarked
    } catch {
      // It is of another origin.
      return undefined
    }
  }

  /** Without a choice of scripts, the first style sheet with a title says which set is used. */
  function preferredTitle(): string | null {
    preferred ??=
      Array.from(sheets).find(({ title, ownerNode }) => title && !isAlternate(ownerNode))?.title ?? null
    return preferred
  }
}
