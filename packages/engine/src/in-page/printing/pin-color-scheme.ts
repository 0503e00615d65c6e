import { displayedElements } from '../finding/displayed-elements.ts'
import type { PageDocument, PageElement, PageWindow } from '../dom.ts'
import { setStyles } from '../styling/set-styles.ts'

declare const document: PageDocument
declare const window: PageWindow

/** Keeps elements that support a dark colour scheme dark: for a print the browser prefers a light one. */
export function pinColorScheme(): void {
  /** Only a hostile page has more. The browser keeps the styles of those that are read. */
  const MAX_ELEMENTS = 50_000
  const SEVERAL = /\blight\s+dark\b|\bdark\s+light\b/i
  const root = document.documentElement
  const declared = document.querySelector('meta[name="color-scheme" i]')?.getAttribute('content')
  const supportsDark = (element: PageElement): boolean => {
    const { colorScheme } = window.getComputedStyle(element)
    return SEVERAL.test((element === root && colorScheme === 'normal' ? declared : colorScheme) ?? '')
  }
  // All are read before any is changed: a change of an inherited style makes the browser compute styles again.
  const dark = displayedElements().take(MAX_ELEMENTS).filter(supportsDark).toArray()
  for (const element of dark) setStyles(element, { 'color-scheme': 'dark' })
}
