import { describe, expect, test } from '@jest/globals'
import { resolveOptions, type GivenOptions } from '@render/options'
import sharp from 'sharp'
import { makeMock } from './mock.ts'

const mock = (options: GivenOptions) => makeMock(resolveOptions(options))

describe('a mock', () => {
  test.each([
    ['png', 'png', 'image/png'],
    ['jpg', 'jpeg', 'image/jpeg'],
    ['webp', 'webp', 'image/webp'],
    ['avif', 'heif', 'image/avif'],
  ] as const)('is a %s of the size that is asked for', async (format, decoded, contentType) => {
    const made = await mock({ html: 'x', format, width: 321, height: 123 })
    expect(made).toMatchObject({ contentType, extension: format, width: 321, height: 123, bandwidthBytes: 0 })
    expect(made).not.toHaveProperty('response')
    expect(await sharp(made.body).metadata()).toMatchObject({ format: decoded, width: 321, height: 123 })
  })

  test('of an address has an answer of the address', async () => {
    const made = await mock({ url: 'https://example.com' })
    expect(made.response).toEqual({ statusCode: 200, statusCodeInitial: 200 })
  })

  test('is cut where a picture would be', async () => {
    const made = await mock({ html: 'x', width: 8192, height: 16_384 })
    expect([made.width, made.height]).toEqual([8192, 4882])
    expect(made.warnings).toEqual([expect.stringContaining('8192x16384 pixels to the 8192x4882')])
    expect(await sharp(made.body).metadata()).toMatchObject({ width: 8192, height: 4882 })
  })
})
