import type { FinishContext } from './image-context.ts'

/** Returns pixels per CSS pixel for what is drawn around the page: the page's ratio, but at least 1 so that text is legible. */
export function drawingRatio({ page, scale }: Pick<FinishContext, 'page' | 'scale'>): number {
  return Math.max(1, page.viewport.ratio * scale)
}
