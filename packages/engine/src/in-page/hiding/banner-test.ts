import type { PageElement, PageWindow } from '../dom.ts'

type Named = PageElement & { innerText?: string; matches(css: string): boolean }

declare const Element: { prototype: Pick<Named, 'matches' | 'getAttribute' | 'querySelector'> }
declare const window: PageWindow & { readonly top: object; readonly self: object }

/**
 * Returns a test of whether an element is inside a banner whose text has one of these words. It keeps what it has read,
 * so it is for one state of the page.
 */
export function createBannerTest(consent: readonly string[]): (element: PageElement) => boolean {
  /** The longest text of a banner, in characters. */
  const LONGEST = 4000
  const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"]'
  /** Banners in the flow of the page are known by their names, which are not those of states of the page. */
  const NAME = /cookie|consent|gdpr/i
  const STATE = /^(?:no|not|has|is|with|without)[-_]|[-_](?:accepted|allowed|denied|given|hidden|set)$/i
  const PAGE = 'main, nav, h1, [role="main"], [role="navigation"]'
  // A control of a form hides the methods of the form that have its name.
  const { matches, getAttribute, querySelector } = Element.prototype
  const verdicts = new Map<PageElement, boolean>()
  return isInBanner

  function isInBanner(element: PageElement): boolean {
    // Many buttons have the same elements around them, and each text is read from the layout.
    const passed: PageElement[] = []
    let isFound: boolean | undefined
    for (let around = above(element); around && isFound === undefined; around = above(around)) {
      isFound = verdicts.get(around)
      passed.push(around)
      if (isFound !== undefined || !isBanner(around)) continue
      const text = ((around as Named).innerText ?? '').trim().toLowerCase()
      if (text.length > LONGEST) isFound = false
      else if (consent.some((word) => text.includes(word))) isFound = true
    }
    for (const around of passed) verdicts.set(around, isFound ?? false)
    return isFound ?? false
  }

  function isBanner(element: PageElement): boolean {
    // A frame that contains the banner contains nothing else.
    if (element.localName === 'body') return window.top !== window.self
    if (element.localName === 'html') return false
    return (
      /^(?:fixed|sticky|absolute)$/.test(window.getComputedStyle(element).position!) ||
      matches.call(element, DIALOGS) ||
      isNamedBanner(element)
    )
  }

  /** Returns whether a name of an element is that of a banner, unless the element is around the page itself. */
  function isNamedBanner(element: PageElement): boolean {
    const [id, classes, label] = ['id', 'class', 'aria-label'].map((name) => getAttribute.call(element, name))
    const names = [id ?? '', label ?? '', ...(classes ?? '').split(/\s+/)]
    return (
      names.some((name) => NAME.test(name) && !STATE.test(name)) && querySelector.call(element, PAGE) === null
    )
  }

  function above(element: PageElement): PageElement | null {
    return element.parentElement ?? element.getRootNode().host ?? null
  }
}
