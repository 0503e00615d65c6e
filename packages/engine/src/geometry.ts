// Sizes and positions in pages, in CSS pixels.

export interface Viewport {
  width: number
  height: number
  /** Device pixels for each CSS pixel. */
  ratio: number
}

/**
 * A part of the document, in the coordinates of `scrollX` and `scrollY`. Those of a page written from right to left start
 * below 0.
 */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}
