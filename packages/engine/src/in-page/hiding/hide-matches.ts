// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageElement } from '../dom.ts'
import type { unlockScroll } from './unlock-scroll.ts'

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
declare const document: PageDocument & { adoptedStyleSheets: Sheet[] }

/**
 * Adds style rules. Makes the page scrollable again when these or earlier rules hide a banner that would be seen without
 * them. Returns the names by which the caller finds further rules.
 */
export function hideMatches(
  { banners, others, isFirst }: Hiding,
  unlock: typeof unlockScroll,
  all: typeof allElements,
): Found {
  /** Only a hostile page has more names than this. */
  const MAX_NAMES = 20_000
  const LONGEST = 500
  /** A banner that fades in starts with an opacity of 0. */
  const VISIBLE = { opacityProperty: false, visibilityProperty: true }

  const world = globalThis as { renderHiding?: State }
  const known = world.renderHiding
  const state = (world.renderHiding ??= { banners: [], others: [], reported: new Set() })

  if (!isFirst || !known) {
    if (others) state.others.push(add(others))
    if (banners) state.banners.push(add(banners))
  }
  unlock(hasBanner)

  const found: Record<'ids' | 'classes' | 'links', string[]> = { ids: [], classes: [], links: [] }
  // A control named `id` hides the property of its form.
  const { getAttribute } = Element.prototype
  for (const element of document.querySelectorAll('[id], [class], a[href]')) {
    note('ids', getAttribute.call(element, 'id'))
    for (const name of getAttribute.call(element, 'class')?.split(/\s+/) ?? []) note('classes', name)
    note('links', getAttribute.call(element, 'href'))
  }
  return { url: location.href, ...found }

  function add(css: string): Sheet {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  }

  /** Returns whether a rule hides something that has an area: many pages contain an empty place for a banner. */
  function hasBanner(): boolean {
    const isShown = (element: PageElement): boolean => {
      const { width, height } = element.getBoundingClientRect()
      return width > 0 && height > 0 && element.checkVisibility(VISIBLE)
    }
    for (const sheet of state.banners) sheet.disabled = true
    const found = state.banners
      .flatMap(({ cssRules }) => [...cssRules])
      .flatMap(({ selectorText }) => (selectorText ? [...document.querySelectorAll(selectorText)] : []))
      .flatMap((match) => [match, ...all(match), ...(match.shadowRoot ? all(match.shadowRoot) : [])])
      .some(isShown)
    for (const sheet of state.banners) sheet.disabled = false
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
