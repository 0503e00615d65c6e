import { allElements } from '../finding/all-elements.ts'
import type { PageElement } from '../dom.ts'
import { styleOf } from '../styling/style-of.ts'

/** Describes an element whose markup the warm-up scroll may have changed; a symbol names each change. */
export type WarmedUpElement = PageElement & { [change: symbol]: true | undefined }

/** Reverts what the warm-up scroll wrote into the markup: `loading` of images and frames, snapping of the scroller. */
export function undoMarkupChanges(): void {
  for (const element of allElements() as Iterable<WarmedUpElement>) {
    if (element[Symbol.for('render.wasLazy')] && element.loading === 'eager') element.loading = 'lazy'
    if (!element[Symbol.for('render.noSnap')]) continue
    styleOf(element)?.removeProperty('scroll-snap-type')
    // Reading the attribute makes the browser serialise it; otherwise an empty attribute would appear later.
    if (element.getAttribute('style') === '') element.removeAttribute('style')
  }
}
