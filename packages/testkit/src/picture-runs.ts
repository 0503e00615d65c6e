import { bandColour } from './fixture-site/bands.ts'
import type { Picture } from './picture.ts'

/** Neighbouring pixels of one colour. */
export interface Run {
  /** `#rrggbb`, to the last bit. */
  colour: string
  start: number
  length: number
}

/** What a column of pixels shows from top to bottom: nothing lost, doubled or shifted can hide in it. */
export function columnRuns(picture: Picture, x: number): Run[] {
  return runs(picture.height, (y) => picture.rgba(x, y))
}

/** What a row of pixels shows from left to right. */
export function rowRuns(picture: Picture, y: number): Run[] {
  return runs(picture.width, (x) => picture.rgba(x, y))
}

/** What a page of bands should show: `count` of them, each `length` device pixels. */
export function bandRuns(count: number, length: number, { first = 0, start = 0 } = {}): Run[] {
  return Array.from({ length: count }, (_, index) => ({
    colour: bandColour(first + index),
    start: start + index * length,
    length,
  }))
}

function runs(count: number, rgbaAt: (place: number) => number[]): Run[] {
  const found: Run[] = []
  for (let place = 0; place < count; place++) {
    const colour = hex(rgbaAt(place))
    const last = found.at(-1)
    if (last?.colour === colour) last.length++
    else found.push({ colour, start: place, length: 1 })
  }
  return found
}

function hex(rgba: number[]): string {
  const channels = rgba.slice(0, 3).map((value) => value.toString(16).padStart(2, '0'))
  return `#${channels.join('')}`
}
