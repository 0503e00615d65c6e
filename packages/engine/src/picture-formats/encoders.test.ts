import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { encoders } from './encoders.ts'

const create = { width: 2, height: 1, channels: 4, background: { r: 255, g: 0, b: 0, alpha: 0.5 } } as const

test.each([
  ['png', [255, 0, 0, 128]],
  ['jpg', [255, 127, 127]],
  ['webp', [255, 0, 0, 128]],
  ['avif', [255, 0, 0, 128]],
] as const)('%s keeps what is half transparent, or shows it on white', async (format, wanted) => {
  const file = await encoders[format](sharp({ create }), 90).toBuffer()
  const seen = [...(await sharp(file).raw().toBuffer())].slice(0, wanted.length)
  expect((await sharp(file).metadata()).channels).toBe(wanted.length)
  for (const [index, sample] of seen.entries())
    expect(Math.abs(sample - wanted[index]!)).toBeLessThanOrEqual(3)
})
