// The function here is serialised into the page, so it cannot import values or use closures.
import type { allElements } from '../finding/all-elements.ts'
import type { findMatches } from '../finding/find-matches.ts'
import type { PageElement } from '../dom.ts'

type Parent = PageElement & { readonly children: Iterable<PageElement>; readonly host?: PageElement }

declare const document: { readonly documentElement: PageElement }

/**
 * Leaves only the first match of a CSS selector on the page, at its beginning: everything beside its ancestors is hidden, and
 * these take no space and cut nothing off.
 */
export function isolateElement(
  css: string,
  find: typeof findMatches,
  all: typeof allElements,
): 'isolated' | 'missing' | 'invalid' {
  const matches = find({ css }, all)
  if (!matches) return 'invalid'
  const element = matches[0]
  if (!element) return 'missing'
  for (let inner = element; inner !== document.documentElement;) {
    const parent = inner.parentElement as Parent | null
    if (!parent) break
    for (const child of parent.children)
      if (child !== inner) child.style?.setProperty('display', 'none', 'important')
    clear(parent)
    inner = parent
  }
  return 'isolated'

  function clear({ style }: PageElement): void {
    for (const name of ['margin', 'padding', 'border-width', 'min-height', 'min-width'])
      style?.setProperty(name, '0', 'important')
    for (const name of ['transform', 'filter', 'background', 'box-shadow', 'max-height', 'clip-path'])
      style?.setProperty(name, 'none', 'important')
    for (const [name, value] of [
      ['position', 'static'],
      ['overflow', 'visible'],
      ['height', 'auto'],
      ['content', 'none'],
    ] as const)
      style?.setProperty(name, value, 'important')
  }
}
