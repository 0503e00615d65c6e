import type { RenderOptions } from '@render/options'

type Place = NonNullable<RenderOptions['watermark_position']>

/** The position of each place, across and down, for tests: 0 is the start, 1 the middle, 2 the end. */
export const PLACES: Record<Place, readonly [across: number, down: number]> = {
  top: [1, 0],
  'right top': [2, 0],
  right: [2, 1],
  'right bottom': [2, 2],
  bottom: [1, 2],
  'left bottom': [0, 2],
  left: [0, 1],
  'left top': [0, 0],
  center: [1, 1],
  centre: [1, 1],
  north: [1, 0],
  northeast: [2, 0],
  east: [2, 1],
  southeast: [2, 2],
  south: [1, 2],
  southwest: [0, 2],
  west: [0, 1],
  northwest: [0, 0],
}
