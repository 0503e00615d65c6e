// The bundle is one module instead of 150, which every service would load at its start.
import culori from 'culori/require'

/** An sRGB colour: samples from 0 to 255, alpha from 0 to 1. */
export interface Rgba {
  r: number
  g: number
  b: number
  alpha: number
}

/** Requires closed parentheses: the parser accepts unclosed ones, which would break a style sheet. */
const FORM = /^(?:#?\w+|\w+\([\w\s.,%/+-]+\))$/

const { converter, parse } = culori
const toRgb = converter('rgb')

/** Converts a CSS colour to the nearest sRGB colour; returns undefined for an invalid colour. */
export function readColour(text: string): Rgba | undefined {
  const colour = FORM.test(text) ? parse(text) : undefined
  if (!colour) return undefined
  const { r, g, b, alpha = 1 } = toRgb(colour)
  return { r: sample(r), g: sample(g), b: sample(b), alpha }
}

/** Converts a component to a sample; `none` is undefined, and values outside sRGB are clipped. */
function sample(part = 0): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 255)
}
