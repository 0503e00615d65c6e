import { afterAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { readServiceMark } from './service-mark.ts'

const folder = await mkdtemp(join(tmpdir(), 'render-mark-'))
afterAll(() => rm(folder, { recursive: true }))

test('returns our default mark when the operator has none', async () => {
  expect(await readServiceMark(undefined, 1)).toMatch(/^data:image\/svg\+xml,/)
})

test("returns the operator's file and refuses too many pixels", async () => {
  const file = join(folder, 'mark')
  const image = sharp({ create: { width: 3, height: 2, channels: 3, background: '#0f0' } })
  await writeFile(file, await image.png().toBuffer())
  expect(await readServiceMark(file, 6)).toMatch(/^data:image\/png;base64,/)
  await expect(readServiceMark(file, 5)).rejects.toThrow(/WATERMARK_FILE.*more than 5 pixels/)
})

test('throws an error naming WATERMARK_FILE when the file is not a picture', async () => {
  await expect(readServiceMark(import.meta.filename, 6)).rejects.toThrow(/WATERMARK_FILE.*not an image/)
  await expect(readServiceMark(join(folder, 'absent'), 6)).rejects.toThrow(/WATERMARK_FILE.*cannot be read/)
})
