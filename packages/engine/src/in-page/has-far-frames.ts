// Serialised into the page: no imports, no closures.
import type { PageElement, PageRoot, PageWindow } from './dom.ts'

declare const document: PageRoot
declare const window: PageWindow

/**
 * Whether a frame of another origin reaches beyond the viewport: there the browser does not draw it, until the page is
 * scrolled to it.
 */
export function hasFarFrames(): boolean {
  const isFar = (frame: PageElement & { contentDocument?: object | null }): boolean => {
    const { left, top, right, bottom } = frame.getBoundingClientRect()
    const isShown = right - left > 1 && bottom - top > 1
    const isBeyond = right > window.innerWidth || bottom > window.innerHeight || left < 0 || top < 0
    return isShown && isBeyond && frame.contentDocument === null
  }
  const look = (root: PageRoot): boolean =>
    [...root.querySelectorAll('iframe, frame')].some(isFar) ||
    [...root.querySelectorAll('*')].some(({ shadowRoot }) => shadowRoot !== null && look(shadowRoot))
  return look(document)
}
