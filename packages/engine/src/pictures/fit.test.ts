import { describe, expect, test } from '@jest/globals'
import sharp, { type Sharp } from 'sharp'
import { fitImage, sizeInFrame, type ImageFit } from './fit.ts'
import { PLACES } from './mock-places.ts'

const BANDS = ['ff0000', '00ff00', '0000ff']
const GREY = 'dddddd'
const BLACK = '000000'
const background = { r: 0, g: 0, b: 0, alpha: 1 }

/** Draws a picture of these colours. */
function draw(width: number, height: number, colourAt: (x: number, y: number) => string): Sharp {
  const colours = Array.from({ length: width * height }, (_, at) =>
    colourAt(at % width, Math.floor(at / width)),
  )
  return sharp(Buffer.from(colours.join(''), 'hex'), { raw: { width, height, channels: 3 } })
}

/** Three bands from left to right, and from top to bottom. */
const wide = () => draw(30, 10, (x) => BANDS[Math.floor(x / 10)]!)
const tall = () => draw(10, 30, (_, y) => BANDS[Math.floor(y / 10)]!)
/** A grey picture with 20 px of stripes. */
const striped = (left: number) =>
  draw(200, 20, (x, y) => (x >= left && x < left + 20 ? BANDS[Math.floor((x + y) / 2) % 3]! : GREY))

/** Fits the picture and returns its size and a function that returns its pixels. */
async function fitted(image: Sharp, frame: ImageFit) {
  const { data, info } = await fitImage(image, frame).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * 3
    return data.toString('hex', start, start + 3)
  }
  return { width: info.width, height: info.height, at }
}

test.each([
  ['cover', 20, 20, BANDS[1], BANDS[1]],
  ['contain', 20, 20, BLACK, BANDS[1]],
  ['fill', 20, 20, BANDS[0], BANDS[1]],
  ['inside', 20, 7, BANDS[0], BANDS[1]],
  ['outside', 60, 20, BANDS[0], BANDS[1]],
] as const)('%s fits a picture into both sides', async (fit, width, height, start, middle) => {
  const frame = { width: 20, height: 20, fit, position: 'center', background } as const
  const { at, ...size } = await fitted(wide(), frame)
  expect(size).toEqual({ width, height })
  expect([at(1, 1), at(Math.floor(width / 2), Math.floor(height / 2))]).toEqual([start, middle])
})

test.each(['cover', 'contain', 'fill', 'inside', 'outside'] as const)(
  'the size of %s is known before, but for a row or column',
  async (fit) => {
    for (const frame of [
      { width: 20, height: 20 },
      { width: 90, height: 400 },
      { width: 400, height: 7 },
      { width: 45 },
      { height: 45 },
    ]) {
      const made = await fitted(wide(), { ...frame, fit, position: 'center', background })
      const largest = sizeInFrame({ width: 30, height: 10 }, { ...frame, fit })
      for (const side of ['width', 'height'] as const) expect([0, 1]).toContain(largest[side] - made[side])
    }
  },
)

test('the side that is given is exact', () => {
  const picture = { width: 3999, height: 100 }
  expect(sizeInFrame(picture, { width: 16_382, fit: 'cover' })).toEqual({ width: 16_382, height: 410 })
})

describe('each position', () => {
  const positions = Object.entries(PLACES) as [keyof typeof PLACES, readonly number[]][]

  test('is that of the part which cover keeps', async () => {
    const kept = positions.map(async ([position]) => {
      const frame = { width: 10, height: 10, fit: 'cover', position } as const
      const parts = [await fitted(wide(), frame), await fitted(tall(), frame)]
      return [position, parts.map(({ at }) => BANDS.indexOf(at(5, 5)))]
    })
    expect(await Promise.all(kept)).toEqual(positions)
  })

  test('is that of the picture which contain adds space to', async () => {
    const thirds = [5, 15, 25]
    const shown = positions.map(async ([position]) => {
      const frame = { width: 30, height: 30, fit: 'contain', position, background } as const
      const [inWide, inTall] = [await fitted(wide(), frame), await fitted(tall(), frame)]
      const across = thirds.map((x) => inTall.at(x, 5) !== BLACK)
      const down = thirds.map((y) => inWide.at(5, y) !== BLACK)
      expect([across, down].map((seen) => seen.filter(Boolean).length)).toEqual([1, 1])
      return [position, [across.indexOf(true), down.indexOf(true)]]
    })
    expect(await Promise.all(shown)).toEqual(positions)
  })
})

test.each(['entropy', 'attention'] as const)('%s keeps the most interesting part', async (position) => {
  for (const left of [0, 180]) {
    const { at } = await fitted(striped(left), { width: 20, height: 20, fit: 'cover', position })
    expect(at(10, 10)).not.toEqual(GREY)
  }
  const { at } = await fitted(wide(), { width: 30, height: 30, fit: 'contain', position, background })
  expect([at(5, 5), at(15, 15)]).toEqual([BLACK, BANDS[1]])
})
