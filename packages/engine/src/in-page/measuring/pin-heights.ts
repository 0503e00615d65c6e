import type { PageWindow } from '../dom.ts'
import type { RecordedHeights } from './record-heights.ts'
import { styleOf } from '../styling/style-of.ts'

declare const window: PageWindow

/**
 * Restores the recorded heights of elements that have grown since or, with `always`, of all recorded elements. Skips elements
 * that their content would overflow.
 */
export function pinHeights({ always }: { always: boolean }): void {
  const world = globalThis as RecordedHeights
  for (const { element, height } of world.renderViewportHeights ?? []) {
    const style = styleOf(element)
    // Our own code has set a height with this priority on purpose.
    if (!style || style.getPropertyPriority('height') === 'important') continue
    if (!always && parseFloat(window.getComputedStyle(element).height!) <= parseFloat(height) + 1) continue
    const before = style.cssText
    // A script that sets the height again overrides `height`, but not the minimum and maximum.
    for (const name of ['height', 'min-height', 'max-height']) style.setProperty(name, height, 'important')
    if (element.scrollHeight > element.clientHeight + 1) style.cssText = before
  }
  delete world.renderViewportHeights
}
