import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { PLACES } from '../pictures/mock-places.ts'
import { placeMark } from './place-mark.ts'

const mark = await sharp({ create: { width: 20, height: 10, channels: 4, background: '#f0f' } })
  .png()
  .toBuffer()
const once = { repeat: false, gap: 32, margin: 16 }

test('a mark is at its position, a margin away from the edges', async () => {
  const [lefts, tops] = [
    [16, 90, 164],
    [16, 75, 134],
  ]
  const places = Object.entries(PLACES) as [keyof typeof PLACES, readonly [number, number]][]
  const placed = places.map(async ([position]) => {
    const { left, top } = await placeMark(mark, { width: 200, height: 160 }, { ...once, position })
    return [position, [lefts.indexOf(left!), tops.indexOf(top!)]]
  })
  expect(await Promise.all(placed)).toEqual(places)
})
