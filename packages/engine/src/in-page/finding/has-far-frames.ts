import { displayedElements } from './displayed-elements.ts'
import type { Area } from '../../geometry.ts'
import type { Box, PageElement, PageRoot, PageWindow } from '../dom.ts'

type Frame = PageElement & {
  readonly contentDocument?: PageRoot | null
  readonly clientLeft: number
  readonly clientTop: number
}

declare const window: PageWindow & { scrollX: number; scrollY: number }

/**
 * Returns whether a frame of another origin, in an area of the document or in one of its other frames, extends beyond the viewport.
 * The browser does not paint that part of it until the page is scrolled there.
 */
export function hasFarFrames(area: Area): boolean {
  const isFar = ({ left, top, right, bottom }: Box): boolean =>
    right > window.innerWidth || bottom > window.innerHeight || left < 0 || top < 0
  /** Searches a document that begins at a place of the page and is shown within a box. */
  const search = (root: PageRoot | undefined, at: { x: number; y: number }, shown: Box): boolean =>
    displayedElements(root).some((element) => {
      if (!/^i?frame$/.test(element.localName)) return false
      const { contentDocument, clientLeft, clientTop } = element as Frame
      const box = element.getBoundingClientRect()
      const inside = {
        left: Math.max(at.x + box.left, shown.left),
        top: Math.max(at.y + box.top, shown.top),
        right: Math.min(at.x + box.right, shown.right),
        bottom: Math.min(at.y + box.bottom, shown.bottom),
      }
      if (inside.right - inside.left <= 1 || inside.bottom - inside.top <= 1) return false
      if (!contentDocument) return isFar(inside)
      const start = { x: at.x + box.left + clientLeft, y: at.y + box.top + clientTop }
      return search(contentDocument, start, inside)
    })
  const left = area.x - window.scrollX
  const top = area.y - window.scrollY
  const shown = { left, top, right: left + area.width, bottom: top + area.height }
  return search(undefined, { x: 0, y: 0 }, shown)
}
