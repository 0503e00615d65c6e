import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { startMosaic } from './mosaic.ts'
import type { Picture } from './picture.ts'

const OPAQUE = [255, 0, 0, 255]
const HALF = [0, 0, 255, 128]

async function piece([r, g, b, a]: number[]): Promise<Picture> {
  const background = { r: r!, g: g!, b: b!, alpha: a! / 255 }
  const create = { width: 2, height: 1, channels: a === 255 ? 3 : 4, background } as const
  return { body: await sharp({ create }).png().toBuffer(), width: 2, height: 1, format: 'png' }
}

/** Pieces from left to right, with one pixel left over at the end. */
async function join(pieces: number[][]): Promise<number[][]> {
  const mosaic = startMosaic({ width: pieces.length * 2 + 1, height: 1 })
  for (const [index, colour] of pieces.entries())
    await mosaic.add(await piece(colour), { x: index * 2, y: 0 })
  const { body, width, channels } = await mosaic.picture()
  return Array.from({ length: width }, (_, x) => [...body.subarray(x * channels!, (x + 1) * channels!)])
}

describe('a mosaic', () => {
  test('is opaque where all pieces are', async () => {
    const opaque = OPAQUE.slice(0, 3)
    expect(await join([OPAQUE, OPAQUE])).toEqual([opaque, opaque, opaque, opaque, [0, 0, 0]])
  })

  test('has alpha as soon as a piece has', async () => {
    expect(await join([HALF, OPAQUE])).toEqual([HALF, HALF, OPAQUE, OPAQUE, [0, 0, 0, 0]])
    expect((await join([OPAQUE, HALF])).slice(0, 4)).toEqual([OPAQUE, OPAQUE, HALF, HALF])
  })

  test('takes no piece that reaches beyond it', async () => {
    const mosaic = startMosaic({ width: 2, height: 1 })
    await mosaic.add(await piece(OPAQUE), { x: 1, y: 0 })
    await expect(mosaic.picture()).rejects.toThrow(RangeError)
  })
})
