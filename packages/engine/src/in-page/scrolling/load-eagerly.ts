import { allElements } from '../finding/all-elements.ts'
import type { WarmedUpElement } from './undo-markup-changes.ts'

/** Loads images and frames that would only load near the viewport. Returns their number. `undoMarkupChanges` reverts this. */
export function loadEagerly(): number {
  let found = 0
  for (const element of allElements()) {
    if (element.loading !== 'lazy') continue
    element.loading = 'eager'
    ;(element as WarmedUpElement)[Symbol.for('render.wasLazy')] = true
    found += 1
  }
  return found
}
