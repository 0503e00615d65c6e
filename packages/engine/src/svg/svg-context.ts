import type { Body } from '@render/outputs'
import type { AreaContext } from '../capture-context.ts'
import type { PageContext } from '../page-context.ts'

/** The state of the SVG of an area, or else of the viewport. */
export interface SvgContext extends AreaContext {
  /** Set by the stage that prints. */
  svg?: { body: Body; width: number; height: number }
}

export function startSvg(page: PageContext): SvgContext {
  return { page, isPageChanged: false, isWholePage: false }
}
