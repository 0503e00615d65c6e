// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageElement, PageWindow } from '../dom.ts'

type Button = PageElement & { innerText?: string; value?: string; href?: string; click(): void }

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
  const NAMES = new Set(['button', 'a', 'input'])

  const textOf = (element: PageElement): string => {
    const { innerText, value } = element as Button
    return (innerText || value || '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
  }
  const isButton = (element: PageElement): boolean =>
    NAMES.has(element.localName) ||
    (element as unknown as { getAttribute(name: string): string | null }).getAttribute('role') === 'button'
  const isSeen = (element: PageElement): boolean =>
    element.getClientRects().length > 0 &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const seen = all()
    .filter((element) => isButton(element) && isSeen(element))
    .toArray()
  // A link to another document is rather one to the terms of use.
  const buttons = [...seen.filter((button) => !leadsAway(button)), ...seen.filter(leadsAway)]
  for (const words of accept)
    for (const button of buttons) {
      const label = textOf(button)
      if (label.length === 0 || label.length > LABEL) continue
      if (refuse.some((word) => matchesWord(label, word))) continue
      if (words.some((word) => matchesWord(label, word)) && isInBanner(button)) {
        ;(button as Button).click()
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

  /** Returns whether an element around the button lies over the page and its text is about consent. */
  function isInBanner(button: PageElement): boolean {
    for (let around = above(button); around; around = above(around)) {
      const text = textOf(around)
      if (text.length > BANNER) return false
      const { position } = window.getComputedStyle(around)
      const isOver = position === 'fixed' || position === 'sticky' || position === 'absolute'
      // A frame that contains the banner contains nothing else.
      const isFrame = around.localName === 'body' && window.top !== window.self
      if ((isOver || isFrame || around.localName === 'dialog') && consent.some((word) => text.includes(word)))
        return true
    }
    return false
  }

  function above(element: PageElement): PageElement | null {
    return element.parentElement ?? element.getRootNode().host ?? null
  }
}
