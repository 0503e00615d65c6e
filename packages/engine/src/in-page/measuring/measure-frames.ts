import { displayedElements } from '../finding/displayed-elements.ts'
import { isSeen } from '../finding/is-seen.ts'
import type { PageDocument } from '../dom.ts'

interface Size {
  width: number
  height: number
}

declare const document: PageDocument
declare const window: Size & {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly parent: object
  readonly top: object
}

/** Returns the size, in CSS pixels, of the frame that is all that the page shows, if the page itself hardly scrolls. */
export function findPageFrame(): Size | undefined {
  const COVER = 0.9
  const LONG = 1.1
  const { innerWidth, innerHeight } = window
  const root = document.scrollingElement ?? document.documentElement
  if (root.scrollHeight > innerHeight * LONG) return undefined
  const frame = displayedElements().find((element) => {
    if (!/^i?frame$/.test(element.localName) || !isSeen(element)) return false
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const width = Math.min(right, innerWidth) - Math.max(left, 0)
    const height = Math.min(bottom, innerHeight) - Math.max(top, 0)
    return width >= COVER * innerWidth && height >= COVER * innerHeight
  })
  return frame && { width: frame.clientWidth, height: frame.clientHeight }
}

/** Returns by how many CSS pixels the document of a frame is higher than the frame; undefined unless the page's frame has this size. */
export function measureFrame({ width, height }: Size): number | undefined {
  const { innerWidth, innerHeight, parent, top } = window
  const isSame = Math.abs(innerWidth - width) <= 1 && Math.abs(innerHeight - height) <= 1
  if (parent !== top || !isSame) return undefined
  const root = document.scrollingElement ?? document.documentElement
  return Math.max(0, root.scrollHeight - innerHeight)
}
