import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions } from '@render/options'
import sharp from 'sharp'
import type { Picture } from '../../pictures/picture.ts'
import type { FinishContext } from '../../pictures/image-context.ts'
import { encodePicture } from './encode-picture.ts'

const width = 3
const height = 2
const image = sharp({ create: { width, height, channels: 3, background: '#0f0' } })
const png = await image.png().toBuffer()

async function encoded(picture: Picture, format: 'png' | 'jpg' | 'webp'): Promise<Picture> {
  const signal = new AbortController().signal
  const page = { signal, cpuSemaphore: { run: (_: number, task: () => unknown) => task() } }
  const ctx = { picture, page }
  await encodePicture.run(
    ctx as unknown as FinishContext,
    toRenderOptions(resolveOptions({ html: 'x', format })),
  )
  return ctx.picture
}

test("the browser's own file is left alone", async () => {
  const picture: Picture = { body: png, width, height, format: 'png' }
  expect(await encoded(picture, 'png')).toBe(picture)
})

test.each([
  ['another file', { body: png, format: 'png' }, 'jpg', 'jpeg'],
  ['bare pixels', { body: await image.raw().toBuffer(), channels: 3 }, 'webp', 'webp'],
] as const)('%s is encoded', async (_, made, format, seen) => {
  const { body, ...picture } = await encoded({ width, height, ...made }, format)
  expect(picture).toEqual({ width, height, format })
  expect(await sharp(body).metadata()).toMatchObject({ width, height, format: seen })
})

test('what no file of the format can hold is refused', async () => {
  const long: Picture = { body: Buffer.alloc(3 * 17_000), width: 17_000, height: 1, channels: 3 }
  await expect(encoded(long, 'webp')).rejects.toMatchObject({
    code: 'InvalidOptions',
    details: [{ option: 'format' }],
  })
  expect((await encoded(long, 'png')).width).toBe(17_000)
})
