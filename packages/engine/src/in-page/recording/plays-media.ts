import { allElements } from '../finding/all-elements.ts'
import type { PageElement } from '../dom.ts'

type PageVideo = PageElement & {
  paused: boolean
  autoplay: boolean
  muted: boolean
  ended: boolean
  networkState: number
}

/**
 * Returns whether a video of the document is playing. With `isScrolled` also whether one will play once it comes into view: the
 * browser pauses muted videos outside of it.
 */
export function playsMedia({ isScrolled }: { isScrolled: boolean }): boolean {
  const [IDLE, LOADING] = [1, 2]
  const isPlayable = ({ networkState }: PageVideo): boolean =>
    networkState === IDLE || networkState === LOADING
  const willPlay = (video: PageVideo): boolean =>
    video.autoplay && video.muted && !video.ended && isPlayable(video) && video.checkVisibility()
  const isPageVideo = (element: PageElement): element is PageVideo =>
    element.localName === 'video' && 'paused' in element
  return allElements().some(
    (element) => isPageVideo(element) && (!element.paused || (isScrolled && willPlay(element))),
  )
}
