import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'
import { createBannerTest } from './banner-test.ts'

type Button = PageElement & {
  innerText?: string
  value?: string | number
  href?: string
  readonly childElementCount: number
  click(): void
  closest(css: string): PageElement | null
  matches(css: string): boolean
}

declare const window: PageWindow & { readonly location: { href: string } }

interface Words {
  /** The words on buttons, by rank. */
  accept: readonly (readonly string[])[]
  /** Words that make a button one that refuses, or accepts less. */
  refuse: readonly string[]
  /** The words in the text around the buttons. */
  consent: readonly string[]
}

/** Clicks the button of a consent banner that accepts the most. Returns whether there was one. */
export function clickAcceptButton({ accept, refuse, consent }: Words): boolean {
  /** The longest text, in characters, of a button's label. */
  const LABEL = 40
  /** The longest text of an element that is no button. */
  const SHORT = 25
  const BUTTONS = 'button, a, input, [role="button"]'
  const CLICKABLE = `${BUTTONS}, label, summary, [tabindex], [onclick]`
  const anyWord = new RegExp(accept.flat().map(patternOf).join('|'), 'u')
  const patterns = accept.map((words) => new RegExp(words.map(patternOf).join('|'), 'u'))
  const refusal = new RegExp(refuse.map(patternOf).join('|'), 'u')
  const isInBanner = createBannerTest(consent)

  const textOf = (element: PageElement): string => {
    const { innerText, value } = element as Button
    // The value of a list item is a number.
    return String(innerText || value || '')
      .replaceAll(/\s+/g, ' ')
      .trim()
      .toLowerCase()
  }
  /** Ranks what can be clicked: buttons, then others with a handler, then text under the cursor of a link. */
  const rankOf = (element: Button): number | undefined => {
    // Its controls hide its methods.
    if (element.localName === 'form') return undefined
    // A link to another document is rather one to the terms of use.
    if (element.matches(BUTTONS)) return leadsAway(element) ? 3 : 0
    const isLeaf = element.childElementCount === 0
    // Most of the elements of a page end here, before the costly questions.
    if (isLeaf && !isShort(element.textContent)) return undefined
    const isHandler = element.matches(CLICKABLE) && !element.querySelector(CLICKABLE)
    if (!isHandler && !isLeaf) return undefined
    if (!isShort(element.textContent) || element.closest(`${BUTTONS}, label, summary`)) return undefined
    if (isHandler) return 1
    return window.getComputedStyle(element).cursor === 'pointer' ? 2 : undefined
  }
  const isSeen = (element: PageElement): boolean =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const ranks: { button: Button; label: string }[][] = [[], [], [], []]
  for (const button of displayedElements() as Iterable<Button>) {
    const rank = rankOf(button)
    if (rank === undefined) continue
    const label = textOf(button)
    if (label.length > LABEL || !anyWord.test(label) || refusal.test(label)) continue
    if (isSeen(button)) ranks[rank]!.push({ button, label })
  }
  for (const words of patterns)
    for (const { button, label } of ranks.flat())
      if (words.test(label) && isInBanner(button)) {
        button.click()
        return true
      }
  return false

  /** Returns a pattern for labels in which a word begins with this one. */
  function patternOf(word: string): string {
    // These scripts write no spaces between words.
    if (/^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u.test(word)) return RegExp.escape(word)
    // Short words begin too many other words.
    const end = word.length <= 3 ? '(?!\\p{L})' : ''
    return `(?<!\\p{L})${RegExp.escape(word)}${end}`
  }

  function isShort(text: string): boolean {
    const { length } = text.trim()
    return length > 0 && length <= SHORT
  }

  function leadsAway(button: PageElement): boolean {
    const { href } = button as Button
    if (button.localName !== 'a' || typeof href !== 'string' || !/^https?:/.test(href)) return false
    return href.split('#')[0] !== window.location.href.split('#')[0]
  }
}
