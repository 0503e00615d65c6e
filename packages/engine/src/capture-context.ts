import type { Area } from './geometry.ts'
import type { PageContext } from './page-context.ts'

/** The state of a capture of any kind while its page is open. */
export interface CaptureContext {
  readonly page: PageContext
  /** True when the page was changed for the capture, so that it has to settle again. */
  isPageChanged: boolean
  /** Optional; true when an element that scrolls in place of the document has been expanded. */
  isScrollerExpanded?: boolean
}

/** The state of a capture that may show a part of the page. */
export interface AreaContext extends CaptureContext {
  /** The part to capture; its output decides what is captured when this is undefined. */
  area?: Area
  /** True when `area` is the whole page. */
  isWholePage: boolean
}
