// Serialised into the page: no imports, no closures.
import type { allElements } from './all-elements.ts'
import type { PageElement, PageWindow } from './dom.ts'

type Button = PageElement & { innerText?: string; value?: string; click(): void }

declare const window: PageWindow & { readonly top: object; readonly self: object }

interface Words {
  /** What buttons say, by rank. */
  accept: readonly (readonly string[])[]
  /** What is said around them. */
  consent: readonly string[]
}

/** Clicks the button of a banner about consent that accepts most. Whether there was one. */
export function clickAcceptButton({ accept, consent }: Words, all: typeof allElements): boolean {
  /** A label is short; a banner has more to say than that, and less than a page. */
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

  const buttons = all()
    .filter((element) => isButton(element) && isSeen(element))
    .toArray()
  for (const words of accept)
    for (const button of buttons) {
      const label = textOf(button)
      if (label.length === 0 || label.length > LABEL) continue
      if (words.some((word) => saysIt(label, word)) && isInBanner(button)) {
        ;(button as Button).click()
        return true
      }
    }
  return false

  function saysIt(label: string, word: string): boolean {
    // The shortest are part of too many other words.
    return /^[a-z]{1,3}$/.test(word) ? label === word : label.includes(word)
  }

  /** Whether something around it lies over the page, and speaks of consent. */
  function isInBanner(button: PageElement): boolean {
    for (let around = above(button); around; around = above(around)) {
      const text = textOf(around)
      if (text.length > BANNER) return false
      const { position } = window.getComputedStyle(around)
      const isOver = position === 'fixed' || position === 'sticky' || position === 'absolute'
      // A frame of its own holds nothing else.
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
