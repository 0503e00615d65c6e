import type { Size } from '../geometry.ts'

/** Describes a frame around a picture. All lengths are in CSS pixels. */
export interface DeviceFrame {
  /** The space beside the picture on each side. */
  top: number
  right: number
  bottom: number
  left: number
  /** The radius of the lower corners of the picture itself, which the frame rounds. */
  radius: number
  /** Returns SVG to lie beneath a picture of this size. Its origin is the left top corner of the frame. */
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

/** The space that a shadow needs around its panel. */
export const MARGIN = { top: 24, side: 32, bottom: 44 }
/** The distance by which a shadow is lower than its panel. */
const DROP = 10
/** The distances from the panel's edge at which a shadow begins to fade and ends; negative is inside. */
const INSIDE = -14
const OUTSIDE = 26
const SOFTNESS = 6
const DARKNESS = 0.26

/**
 * Returns the soft shadow of a panel, without its middle. It consists of lines that fade, because blurring an area as
 * large as a tall page takes a hundred times as long.
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

/** Grows a panel on all sides, or shrinks it when `by` is negative; the centres of its corners stay in place. */
export function grow({ x, y, width, height, radius }: Panel, by: number): Panel {
  return {
    x: x - by,
    y: y - by,
    width: Math.max(0, width + 2 * by),
    height: Math.max(0, height + 2 * by),
    radius: Math.max(0, radius + by),
  }
}
