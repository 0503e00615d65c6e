// Serialised into the page: no imports, no closures.
import type { PageDocument } from './dom.ts'
import type { unlockScroll } from './unlock-scroll.ts'

/** Style rules that hide banners that ask for consent, and other things. */
export interface Hiding {
  banners: string
  others: string
  /** Then they are added only where nothing was added before. */
  isFirst?: boolean
}

/** What a document holds that it did not when it was last asked. */
export interface Found {
  url: string
  ids: string[]
  classes: string[]
  links: string[]
}

interface Sheet {
  cssRules: Iterable<{ selectorText?: string }>
  replaceSync(css: string): void
}
interface State {
  banners: Sheet[]
  told: Set<string>
}
interface Named {
  id: string
  classList: Iterable<string>
  getAttribute(name: string): string | null
}

declare const CSSStyleSheet: new () => Sheet
declare const location: { href: string }
declare const document: PageDocument & {
  adoptedStyleSheets: Sheet[]
  readonly [key: symbol]: State | undefined
}

/**
 * Adds style rules, and lets the page scroll again where it holds a banner that one of them hides, or one of those added
 * before. Tells the names by which further rules are found.
 */
export function hideMatches({ banners, others, isFirst }: Hiding, unlock: typeof unlockScroll): Found {
  const KEY = Symbol.for('render.hidden')
  /** A page that has more does so to keep us busy. */
  const MOST = 20_000
  const LONGEST = 500

  const known = document[KEY]
  const state = known ?? { banners: [], told: new Set<string>() }
  if (!known) Object.defineProperty(document, KEY, { value: state })

  if (!isFirst || !known) {
    if (others) add(others)
    if (banners) state.banners.push(add(banners))
  }
  if (state.banners.some(hasMatch)) unlock()

  const found: Record<'ids' | 'classes' | 'links', string[]> = { ids: [], classes: [], links: [] }
  for (const element of document.querySelectorAll(
    '[id], [class], a[href]',
  ) as Iterable<unknown> as Iterable<Named>) {
    const link = element.getAttribute('href')
    if (element.id) note('ids', element.id)
    for (const name of element.classList) note('classes', name)
    if (link) note('links', link)
  }
  return { url: location.href, ...found }

  function add(css: string): Sheet {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
    return sheet
  }

  function hasMatch({ cssRules }: Sheet): boolean {
    return [...cssRules].some(({ selectorText }) => selectorText && document.querySelector(selectorText))
  }

  function note(kind: keyof typeof found, name: string): void {
    const short = name.slice(0, LONGEST)
    const key = `${kind} ${short}`
    if (state.told.has(key) || state.told.size >= MOST) return
    state.told.add(key)
    found[kind].push(short)
  }
}
