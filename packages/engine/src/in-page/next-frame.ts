// Serialised into the page: no imports, no closures.
import type { PageWindow } from './dom.ts'

declare const window: PageWindow

/** Comes back with the next frame, before which the page hears that it was scrolled. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => window.requestAnimationFrame(() => resolve()))
}
