import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { bandColour, bandOf } from '../fixture-site/bands.ts'
import { readPicture } from './picture.ts'
import { bandRuns, columnRuns, rowRuns } from './picture-runs.ts'

/** Returns a PNG whose rows have these colours. */
function rowsOf(colours: string[]): Promise<Buffer> {
  const pixels = Buffer.from(colours.flatMap((colour) => [...Buffer.from(colour.slice(1).repeat(2), 'hex')]))
  return sharp(pixels, { raw: { width: 2, height: colours.length, channels: 3 } })
    .png()
    .toBuffer()
}

test('returns colour, start and length of every band in a column', async () => {
  const colours = [0, 0, 1, 1, 2, 2].map(bandColour)
  const picture = await readPicture(await rowsOf(colours))
  expect(columnRuns(picture, 1)).toEqual(bandRuns(3, 2))
  expect(rowRuns(picture, 3)).toEqual([{ colour: bandColour(1), start: 0, length: 2 }])
})

test('detects a band that is missing, doubled or shifted by a pixel', async () => {
  for (const indexes of [
    [0, 0, 2, 2],
    [0, 0, 1, 1, 1, 1, 2, 2],
    [0, 0, 0, 1, 1, 2],
  ]) {
    const picture = await readPicture(await rowsOf(indexes.map(bandColour)))
    expect(columnRuns(picture, 0)).not.toEqual(bandRuns(3, 2))
  }
})

test('assigns different colours to two hundred bands, none black or white', () => {
  const colours = Array.from({ length: 200 }, (_, index) => bandColour(index))
  expect(new Set([...colours, '#000000', '#ffffff']).size).toBe(202)
  expect(colours.map(bandOf)).toEqual(colours.map((_, index) => index))
  expect([bandOf('#ff8000'), bandColour(217)]).toEqual([undefined, bandColour(1)])
})
