export const POINTS_PER_INCH = 72

const INCHES = { cm: 1 / 2.54, mm: 1 / 25.4, in: 1, pt: 1 / POINTS_PER_INCH } as const

/** A length on paper: pixels of the page, or an amount of a physical unit. */
export type Length = number | { inches: number }

/** Reads a number of CSS pixels, or a text such as `1.5cm`. */
export function readLength(value: number | string): Length {
  if (typeof value === 'number') return value
  const unit = value.slice(-2) as keyof typeof INCHES
  return { inches: Number.parseFloat(value) * INCHES[unit] }
}

/** Converts a length to inches; `dpi` is the number of page pixels in an inch of paper. */
export function toInches(length: Length, dpi: number): number {
  return typeof length === 'number' ? length / dpi : length.inches
}
