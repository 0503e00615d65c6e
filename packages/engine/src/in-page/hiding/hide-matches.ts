import { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageElement } from '../dom.ts'
import { unlockScroll } from './unlock-scroll.ts'

/** Holds style rules that hide consent banners and other elements. */
export interface Hiding {
  banners: string
  others: string
  /** Optional; when true, the rules are added only if none were added before. */
  isFirst?: boolean
}

/** Lists the ids, classes and links in the document that were not reported before. */
export interface Found {
  url: string
  ids: string[]
  classes: string[]
  links: string[]
  /** Whether the page was locked, and is scrollable again. */
  isUnlocked: boolean
}

interface Sheet {
  cssRules: Iterable<{ selectorText?: string }>
  disabled: boolean
  replaceSync(css: string): void
}
interface State {
  banners: Sheet[]
  others: Sheet[]
  reported: Set<string>
}
declare const CSSStyleSheet: new () => Sheet
declare const Element: { prototype: Pick<PageElement, 'getAttribute'> }
declare const location: { href: string }
declare const document: PageDocument & {
  adoptedStyleSheets: Sheet[]
  elementFromPoint(x: number, y: number): PageElement | null
}
declare const innerWidth: number
declare const innerHeight: number

/**
 * Adds style rules. Makes the page scrollable again when these or earlier rules hide a banner that would be seen without
 * them. Returns the names by which the caller finds further rules.
 */
export function hideMatches({ banners, others, isFirst }: Hiding): Found {
  /** Only a hostile page has more names than this. */
  const MAX_NAMES = 20_000
  const LONGEST = 500
  /** Only a hostile page has so many elements in what is hidden. */
  const MAX_SEEN = 50_000
  /** A banner that fades in starts with an opacity of 0. */
  const VISIBLE = { opacityProperty: false, visibilityProperty: true }

  const world = globalThis as { renderHiding?: State }
  const known = world.renderHiding
  const state = (world.renderHiding ??= { banners: [], others: [], reported: new Set() })

  if (!isFirst || !known) {
    if (others) state.others.push(add(others))
    if (banners) state.banners.push(add(banners))
  }
  const isUnlocked = unlockScroll(hasBanner)

  const found: Record<'ids' | 'classes' | 'links', string[]> = { ids: [], classes: [], links: [] }
  // A control named `id` hides the property of its form.
  const { getAttribute } = Element.prototype
  for (const element of document.querySelectorAll('[id], [class], a[href]')) {
    note('ids', getAttribute.call(element, 'id'))
    for (const name of getAttribute.call(element, 'class')?.split(/\s+/) ?? []) note('classes', name)
    note('links', getAttribute.call(element, 'href'))
  }
  return { url: location.href, ...found, isUnlocked }

  function add(css: string): Sheet {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  }

  /** Returns whether a rule hides something that is seen: many pages contain an empty place for a banner. */
  function hasBanner(): boolean {
    for (const sheet of state.banners) sheet.disabled = true
    const seen = new Set<PageElement>()
    const topmost = elementsAtPoints()
    const found = state.banners.some(({ cssRules }) =>
      [...cssRules].some(
        ({ selectorText }) =>
          selectorText !== undefined &&
          [...document.querySelectorAll(selectorText)].some((match) => isShownOrHolds(match, seen, topmost)),
      ),
    )
    for (const sheet of state.banners) sheet.disabled = false
    return found
  }

  function isShownOrHolds(match: PageElement, seen: Set<PageElement>, topmost: Set<PageElement>): boolean {
    // `elementFromPoint` returns the host of a closed shadow tree, so a topmost host has something that is shown.
    if (topmost.has(match)) return true
    if (seen.has(match)) return false
    for (const part of [[match], allElements(match), match.shadowRoot ? allElements(match.shadowRoot) : []])
      for (const element of part) {
        if (seen.size > MAX_SEEN) return false
        if (seen.has(element)) continue
        seen.add(element)
        const { width, height } = element.getBoundingClientRect()
        if (width > 0 && height > 0 && element.checkVisibility(VISIBLE)) return true
      }
    return false
  }

  function elementsAtPoints(): Set<PageElement> {
    const found = new Set<PageElement>()
    for (const across of [0.1, 0.5, 0.9])
      for (const down of [0.03, 0.1, 0.5, 0.9, 0.97]) {
        const element = document.elementFromPoint(across * innerWidth, down * innerHeight)
        if (element) found.add(element)
      }
    return found
  }

  function note(kind: keyof typeof found, name: string | null): void {
    if (!name) return
    const short = name.slice(0, LONGEST)
    const key = `${kind} ${short}`
    if (state.reported.has(key) || state.reported.size >= MAX_NAMES) return
    state.reported.add(key)
    found[kind].push(short)
  }
}
