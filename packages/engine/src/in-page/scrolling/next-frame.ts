// The function here is serialised into the page, so it cannot import values or use closures.
import type { PageWindow } from '../dom.ts'

declare const window: PageWindow

/** Resolves with the next frame. The browser dispatches the page's scroll events before it. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) => window.requestAnimationFrame(() => resolve()))
}
