import type { Work } from '../work.ts'

/** Pixels of the picture for each CSS pixel of what is drawn beside the page: as the page's, but not too few to be read. */
export function drawingRatio({ viewport, scale }: Pick<Work, 'viewport' | 'scale'>): number {
  return Math.max(1, viewport.ratio * scale)
}
