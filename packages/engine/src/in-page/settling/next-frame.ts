import type { PageWindow } from '../dom.ts'

declare const window: PageWindow

/** Resolves after the next frame. The browser dispatches events of scrolling before it, and asks observers in tasks after it. */
export function nextFrame(): Promise<void> {
  return new Promise((resolve) =>
    window.requestAnimationFrame(() => setTimeout(() => setTimeout(() => resolve(), 0), 0)),
  )
}
