import { converter, parse } from 'culori'

/** In sRGB: samples from 0 to 255, alpha from 0 to 1. */
export interface Rgba {
  r: number
  g: number
  b: number
  alpha: number
}

/** The parser also takes functions that are not closed, which would swallow what follows them in a style sheet. */
const FORM = /^(?:#?\w+|\w+\([\w\s.,%/+-]+\))$/

const toRgb = converter('rgb')

/** What a CSS colour looks like, the nearest that sRGB has; undefined for what is no colour. */
export function readColour(text: string): Rgba | undefined {
  const colour = FORM.test(text) ? parse(text) : undefined
  if (!colour) return undefined
  const { r, g, b, alpha = 1 } = toRgb(colour)
  return { r: sample(r), g: sample(g), b: sample(b), alpha }
}

/** Of `none`, which is undefined, and of what is outside sRGB too. */
function sample(part = 0): number {
  return Math.round(Math.min(1, Math.max(0, part)) * 255)
}
