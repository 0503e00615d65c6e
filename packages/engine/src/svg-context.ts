import type { Body } from '@render/outputs'
import type { Area } from './geometry.ts'
import type { PageContext } from './page-context.ts'

/** The state of a vector drawing of the page. */
export interface SvgContext {
  readonly page: PageContext
  /** True when the page was changed for the drawing, so that it has to settle again. */
  isPageChanged: boolean
  /** The part of the page to draw; the viewport when undefined. */
  area?: Area
  isWholePage: boolean
  /** Set by the stage that draws. */
  drawing?: { body: Body; width: number; height: number }
}

export function startSvg(page: PageContext): SvgContext {
  return { page, isPageChanged: false, isWholePage: false }
}
