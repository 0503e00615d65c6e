import { evaluateAcrossNavigation } from '../protocol/evaluate-across-navigation.ts'
import type { Area } from '../geometry.ts'
import type { PageContext } from '../page-context.ts'

/** Measures the whole document, at least as large as the viewport, and its visible part. */
export async function documentArea(ctx: PageContext): Promise<{ all: Area; visible: Area }> {
  const measure = () => ctx.tab.session.send('Page.getLayoutMetrics')
  const {
    cssContentSize: content,
    cssLayoutViewport: layout,
    cssVisualViewport: visual,
  } = await evaluateAcrossNavigation(ctx, measure)
  const { width, height } = ctx.viewport
  // Pages that overflow to the left, such as those written from right to left, begin below zero.
  const left = visual.pageX - layout.pageX
  const top = visual.pageY - layout.pageY
  return {
    all: {
      x: left,
      y: top,
      width: Math.max(width, Math.ceil(content.width)),
      height: Math.max(height, Math.ceil(content.height)),
    },
    visible: { x: visual.pageX, y: visual.pageY, width, height },
  }
}

/** Returns the intersection of two areas; undefined when it is empty. */
export function intersect(a: Area, b: Area): Area | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)]
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : undefined
}
