// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'

type Button = PageElement & {
  innerText?: string
  value?: string
  href?: string
  readonly childElementCount: number
  click(): void
  closest(css: string): PageElement | null
  matches(css: string): boolean
}

declare const Element: { prototype: { matches(css: string): boolean } }
declare const window: PageWindow & {
  readonly top: object
  readonly self: object
  readonly location: { href: string }
}

interface Words {
  /** The words on buttons, by rank. */
  accept: readonly (readonly string[])[]
  /** Words that make a button one that refuses, or accepts less. */
  refuse: readonly string[]
  /** The words in the text around the buttons. */
  consent: readonly string[]
}

/** Clicks the button of a consent banner that accepts the most. Returns whether there was one. */
export function clickAcceptButton({ accept, refuse, consent }: Words, all: typeof allElements): boolean {
  /** The longest text, in characters, of a button's label and of a banner. */
  const LABEL = 40
  const BANNER = 4000
  /** The longest text of an element that is no button. */
  const SHORT = 25
  const BUTTONS = 'button, a, input, [role="button"]'
  const CLICKABLE = `${BUTTONS}, label, summary, [tabindex], [onclick]`
  const DIALOGS = 'dialog, [role="dialog"], [role="alertdialog"]'
  /** Banners in the flow of the page are known by their names. */
  const NAMED = ['cookie', 'consent', 'gdpr']
    .flatMap((name) => ['id', 'class', 'aria-label'].map((attribute) => `[${attribute}*="${name}" i]`))
    .join()

  const textOf = (element: PageElement): string => {
    const { innerText, value } = element as Button
    return (innerText || value || '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  }
  /** Ranks what can be clicked: buttons, then others with a handler, then text under the cursor of a link. */
  const rankOf = (element: Button): number | undefined => {
    // Its controls hide its methods.
    if (element.localName === 'form') return undefined
    // A link to another document is rather one to the terms of use.
    if (element.matches(BUTTONS)) return leadsAway(element) ? 3 : 0
    const isHandler = element.matches(CLICKABLE) && !element.querySelector(CLICKABLE)
    if (!isHandler && element.childElementCount > 0) return undefined
    const { length } = element.textContent.trim()
    if (length === 0 || length > SHORT || element.closest(`${BUTTONS}, label, summary`)) return undefined
    if (isHandler) return 1
    return window.getComputedStyle(element).cursor === 'pointer' ? 2 : undefined
  }
  const isSeen = (element: PageElement): boolean =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const ranks: Button[][] = [[], [], [], []]
  for (const element of all() as Iterable<Button>) {
    const rank = rankOf(element)
    if (rank !== undefined && isSeen(element)) ranks[rank]!.push(element)
  }
  for (const words of accept)
    for (const button of ranks.flat()) {
      const label = textOf(button)
      if (label.length === 0 || label.length > LABEL) continue
      if (refuse.some((word) => matchesWord(label, word))) continue
      if (words.some((word) => matchesWord(label, word)) && isInBanner(button)) {
        button.click()
        return true
      }
    }
  return false

  /** Returns whether a word of a label begins with this one. */
  function matchesWord(label: string, word: string): boolean {
    // These scripts write no spaces between words.
    if (/^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u.test(word)) return label.includes(word)
    // Short words begin too many other words.
    const end = word.length <= 3 ? '(?!\\p{L})' : ''
    return new RegExp(`(?<!\\p{L})${RegExp.escape(word)}${end}`, 'u').test(label)
  }

  function leadsAway(button: PageElement): boolean {
    const { href } = button as Button
    if (button.localName !== 'a' || typeof href !== 'string' || !/^https?:/.test(href)) return false
    return href.split('#')[0] !== window.location.href.split('#')[0]
  }

  /** Returns whether an element around the button is a banner, and its text is about consent. */
  function isInBanner(button: PageElement): boolean {
    for (let around = above(button); around; around = above(around)) {
      const text = textOf(around)
      if (text.length > BANNER) return false
      if (isBanner(around) && consent.some((word) => text.includes(word))) return true
    }
    return false
  }

  function isBanner(element: PageElement): boolean {
    // A frame that contains the banner contains nothing else.
    if (element.localName === 'body') return window.top !== window.self
    return (
      /^(?:fixed|sticky|absolute)$/.test(window.getComputedStyle(element).position!) ||
      Element.prototype.matches.call(element, `:not(html):is(${DIALOGS}, ${NAMED})`)
    )
  }

  function above(element: PageElement): PageElement | null {
    return element.parentElement ?? element.getRootNode().host ?? null
  }
}
