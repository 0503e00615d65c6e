import type { RenderOptions } from '@render/options'
import type { ImageFormat, SideOutput } from '@render/outputs'
import type { AreaContext } from '../capture-context.ts'
import type { PageContext } from '../page-context.ts'
import type { Picture } from './picture.ts'

/** The options of a render whose main output is a picture. */
export type ImageOptions = RenderOptions & { format: ImageFormat }

/** The state of a picture of an area, or else of the viewport, while its page is open. */
export interface ImageContext extends AreaContext {
  /** Largest size, in CSS pixels, of each capture while the page is scrolled; undefined for a single capture. */
  sectionSize?: { width: number; height: number }
  /** Pixels of the picture for each device pixel of the page; below 1 when the picture would be too large. */
  scale: number
  /** Set by the stage that captures. */
  picture: Picture
  /** Side files that are made of the picture. */
  readonly sideOutputs: SideOutput[]
}

/** The part of the page's state that can be used once its tab is closed. */
export type ClosedPage = Pick<
  PageContext,
  'signal' | 'cpuSemaphore' | 'bounds' | 'viewport' | 'warnings' | 'finalUrl'
>

/** The state of a picture that no longer needs its page. */
export interface FinishContext extends Pick<ImageContext, 'scale' | 'picture' | 'sideOutputs'> {
  readonly page: ClosedPage
}

export function startImage(page: PageContext): ImageContext {
  let picture: Picture | undefined
  return {
    page,
    isPageChanged: false,
    isWholePage: false,
    scale: 1,
    sideOutputs: [],
    get picture() {
      if (!picture) throw new Error('A stage needs the picture before it is captured.')
      return picture
    },
    set picture(captured) {
      picture = captured
    },
  }
}
