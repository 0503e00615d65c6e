import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { pngSize } from './png-size.ts'

const picture = sharp({ create: { width: 300, height: 2, channels: 3, background: '#0f0' } })

test('the size is in the header of a PNG', async () => {
  expect(pngSize(await picture.clone().png().toBuffer())).toEqual({ width: 300, height: 2 })
})

test.each([
  ['with a colour profile', () => picture.clone().withIccProfile('p3').png().toBuffer()],
  ['of another format', () => picture.clone().jpeg().toBuffer()],
  ['that is cut', async () => (await picture.clone().png().toBuffer()).subarray(0, 30)],
])('a file %s is read in another way', async (_, write) => {
  expect(pngSize(await write())).toBeUndefined()
})
