interface Size {
  width: number
  height: number
}

/** What is drawn around a picture. All lengths in CSS pixels. */
export interface Frame {
  /** Room beside the picture on each side. */
  top: number
  right: number
  bottom: number
  left: number
  /** Of the lower corners of the picture itself, which the frame rounds. */
  radius: number
  /** SVG of what lies beneath a picture of this size, drawn from the left top of its frame. */
  draw: (picture: Size, address: string | undefined) => Promise<string>
}

/** A rectangle with round corners. */
export interface Panel extends Size {
  x: number
  y: number
  radius: number
}

export function panel({ x, y, width, height, radius }: Panel, paint: string): string {
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" ${paint}/>`
}

/** What a shadow needs beside what it belongs to. */
export const MARGIN = { top: 24, side: 32, bottom: 44 }
/** How much lower it lies than that. */
const DROP = 10
/** How far from its edge a shadow begins to fade, and where it is gone. */
const INSIDE = -14
const OUTSIDE = 26
const SOFTNESS = 6
const DARKNESS = 0.26

/**
 * The soft shadow of a panel, without its middle. Made of lines that fade: to blur what is as large as a tall page takes a
 * hundred times as long.
 */
export function shadow(of: Panel): string {
  const steps = Array.from({ length: OUTSIDE - INSIDE }, (_, step) => INSIDE + step + 0.5)
  const lines = steps.map((step) => {
    const opacity = DARKNESS / (1 + Math.exp(step / SOFTNESS))
    return panel(
      grow({ ...of, y: of.y + DROP }, step),
      `fill="none" stroke="#000" stroke-opacity="${opacity.toFixed(4)}"`,
    )
  })
  return lines.join('')
}

/** Farther out on all sides, or in: its corners are around the same centres. */
export function grow({ x, y, width, height, radius }: Panel, by: number): Panel {
  return {
    x: x - by,
    y: y - by,
    width: Math.max(0, width + 2 * by),
    height: Math.max(0, height + 2 * by),
    radius: Math.max(0, radius + by),
  }
}
