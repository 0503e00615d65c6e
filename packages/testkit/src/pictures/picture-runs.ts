import { bandColour } from '../fixture-site/bands.ts'
import type { Picture } from './picture.ts'

/** Adjacent pixels of one colour. */
export interface Run {
  /** `#rrggbb`, not rounded. */
  colour: string
  start: number
  length: number
}

/** Returns the runs of a column of pixels from top to bottom, which show missing, doubled or shifted parts. */
export function columnRuns(picture: Picture, x: number): Run[] {
  return runs(picture.height, (y) => picture.rgba(x, y))
}

/** Returns the runs of a row of pixels from left to right. */
export function rowRuns(picture: Picture, y: number): Run[] {
  return runs(picture.width, (x) => picture.rgba(x, y))
}

/** Returns the expected runs of a page of `count` bands of `length` device pixels each. */
export function bandRuns(count: number, length: number, { first = 0, start = 0 } = {}): Run[] {
  return Array.from({ length: count }, (_, index) => ({
    colour: bandColour(first + index),
    start: start + index * length,
    length,
  }))
}

function runs(count: number, rgbaAt: (position: number) => number[]): Run[] {
  const found: Run[] = []
  for (let position = 0; position < count; position++) {
    const colour = hex(rgbaAt(position))
    const last = found.at(-1)
    if (last?.colour === colour) last.length++
    else found.push({ colour, start: position, length: 1 })
  }
  return found
}

function hex(rgba: number[]): string {
  const channels = rgba.slice(0, 3).map((value) => value.toString(16).padStart(2, '0'))
  return `#${channels.join('')}`
}
