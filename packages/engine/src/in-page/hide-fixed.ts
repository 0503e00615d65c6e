// Serialised into the page: no imports, no closures.
import type { PageDocument, PageElement, PageRoot, PageWindow } from './dom.ts'

declare const document: PageDocument
declare const window: PageWindow

/** Takes away what is fixed to the viewport, also in open shadow trees. */
export function hideFixed(scroller: PageElement): void {
  const look = (root: PageRoot): PageElement[] =>
    [...root.querySelectorAll('*')].flatMap((element) => [
      ...(window.getComputedStyle(element).position === 'fixed' ? [element] : []),
      ...(element.shadowRoot ? look(element.shadowRoot) : []),
    ])
  const fixed = look(document)

  // In an ancestor that is transformed it moves with the page, as anything else.
  const boxes = () => fixed.map((element) => element.getBoundingClientRect())
  const before = boxes()
  const { scrollLeft: left, scrollTop: top } = scroller
  const aside = (offset: number): number => (offset > 0 ? offset - 1 : offset + 1)
  scroller.scrollTo({ left: aside(left), top: aside(top), behavior: 'instant' })
  const after = boxes()
  scroller.scrollTo({ left, top, behavior: 'instant' })

  for (const [index, element] of fixed.entries())
    if (before[index]!.left === after[index]!.left && before[index]!.top === after[index]!.top)
      element.style?.setProperty('display', 'none', 'important')
}
