import type { RenderOptions } from '@render/options'
import sharp, { type OverlayOptions } from 'sharp'
import type { Size } from '../geometry.ts'

/** Describes where to place a mark. Lengths are in pixels of the picture. */
export interface Placing {
  /** Repeats the mark all over the picture. */
  repeat: boolean
  /** The distance between two repeated marks. */
  gap: number
  position: NonNullable<RenderOptions['watermark_position']>
  /** The distance from the edges of the picture. */
  margin: number
}

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/** Returns the layer that puts a mark over a picture. The picture must be at least as large as the mark. */
export async function placeMark(body: Buffer, picture: Size, placing: Placing): Promise<OverlayOptions> {
  const { repeat, gap, position, margin } = placing
  const mark = await sharp(body).metadata()
  const across = picture.width - mark.width
  const down = picture.height - mark.height
  if (!repeat) {
    const left = placeIn(across, margin, /left|west/.test(position), /right|east/.test(position))
    const top = placeIn(down, margin, /top|north/.test(position), /bottom|south/.test(position))
    return { input: body, left, top }
  }
  const [left, right] = halve(Math.min(gap, across))
  const [top, bottom] = halve(Math.min(gap, down))
  // The mark has the colours of the picture, also once it is encoded again.
  const spaced = sharp(body).keepIccProfile().extend({ left, right, top, bottom, background: CLEAR })
  const tile = await spaced.png().toBuffer()
  return { input: tile, tile: true, gravity: 'northwest' }
}

function placeIn(room: number, margin: number, isAtStart: boolean, isAtEnd: boolean): number {
  const [middle] = halve(room)
  const distance = Math.min(margin, middle)
  if (isAtStart) return distance
  return isAtEnd ? room - distance : middle
}

function halve(length: number): [number, number] {
  return [Math.floor(length / 2), Math.ceil(length / 2)]
}
