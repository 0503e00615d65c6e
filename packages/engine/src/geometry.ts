// Sizes and positions in pages, in CSS pixels.

/** A width and a height, in CSS or device pixels. */
export interface Size {
  width: number
  height: number
}

export interface Viewport extends Size {
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
