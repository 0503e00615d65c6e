/** A part of the document in CSS pixels. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export interface Point {
  x: number
  y: number
}

/** Lengths at the four sides of a box. */
export interface Sides {
  top: number
  right: number
  bottom: number
  left: number
}

/** Reads `x,y,width,height`. */
export function readBox(text: string): Box {
  const [x = 0, y = 0, width = 0, height = 0] = text.split(',').map(Number)
  return { x, y, width, height }
}

/** Reads points `x,y` separated by semicolons. */
export function readPoints(text: string): Point[] {
  return text.split(';').map((point) => {
    const [x = 0, y = 0] = point.split(',').map(Number)
    return { x, y }
  })
}

/** Reads one to four lengths in the order of CSS: top, right, bottom, left. */
export function readSides(text: string): Sides {
  const [top = 0, right = top, bottom = top, left = right] = text.split(',').map(Number)
  return { top, right, bottom, left }
}

/** Reads a ratio of width to height: `16:9`, `16/9` or `1.777`. */
export function readRatio(text: string): number {
  const [width = 1, height = 1] = text.split(/[:/]/).map(Number)
  return width / height
}
