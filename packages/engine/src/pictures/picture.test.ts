import { describe, expect, test } from '@jest/globals'
import sharp from 'sharp'
import { openPicture } from './picture.ts'

const width = 40
const height = 30
const icc = await profile()

async function profile(): Promise<Buffer> {
  const create = { width: 1, height: 1, channels: 3, background: '#000' } as const
  const { icc: found } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata()
  if (!found) throw new Error('There is no profile.')
  return found
}

const pixels = (channels: 3 | 4): Buffer =>
  Buffer.from(Array.from({ length: width * height * channels }, (_, index) => (index * 37) % 256))

const read = (file: Buffer): Promise<Buffer> => sharp(file, { ignoreIcc: true }).raw().toBuffer()

describe.each([3, 4] as const)('bare pixels of %i channels', (channels) => {
  const body = pixels(channels)

  test('stay as they are beside a profile, and take it along', async () => {
    const file = await openPicture({ body, width, height, channels, icc }).png().toBuffer()
    const seen = await sharp(file).metadata()
    expect({ ...seen, icc: seen.icc?.equals(icc) }).toMatchObject({ width, height, channels, icc: true })
    expect((await read(file)).equals(body)).toBe(true)
  })

  test.each(['jpeg', 'webp', 'avif'] as const)('are in %s what they are without one', async (format) => {
    const make = (picture: { icc?: Buffer }): Promise<Buffer> =>
      openPicture({ body, width, height, channels, ...picture })
        .toFormat(format)
        .toBuffer()
    const [plain, profiled] = await Promise.all([make({}), make({ icc })])
    expect((await sharp(profiled).metadata()).icc?.equals(icc)).toBe(true)
    expect((await read(profiled)).equals(await read(plain))).toBe(true)
  })
})

test('a file keeps its pixels and its profile', async () => {
  const body = pixels(3)
  const file = await openPicture({ body, width, height, channels: 3, icc }).png().toBuffer()
  const bare = await openPicture({ body: file, width, height, icc }).raw().toBuffer()
  expect(bare.equals(body)).toBe(true)
  const again = await openPicture({ body: file, width, height, icc }).webp().toBuffer()
  expect((await sharp(again).metadata()).icc?.equals(icc)).toBe(true)
})
