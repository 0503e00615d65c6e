// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { PageDocument, PageWindow } from '../dom.ts'
import type { styleOf } from '../styling/style-of.ts'

declare const document: PageDocument
declare const window: PageWindow

/** Keeps elements that support a dark colour scheme dark: for a print the browser prefers a light one. */
export function pinColorScheme(_: undefined, all: typeof allElements, styleIn: typeof styleOf): void {
  const SEVERAL = /\blight\s+dark\b|\bdark\s+light\b/i
  const root = document.documentElement
  const declared = document.querySelector('meta[name="color-scheme" i]')?.getAttribute('content')
  for (const element of all()) {
    const { colorScheme } = window.getComputedStyle(element)
    const scheme = element === root && colorScheme === 'normal' ? declared : colorScheme
    if (SEVERAL.test(scheme ?? '')) styleIn(element)?.setProperty('color-scheme', 'dark', 'important')
  }
}
