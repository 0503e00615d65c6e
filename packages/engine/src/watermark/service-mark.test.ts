import { afterAll, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { readServiceMark } from './service-mark.ts'

const folder = await mkdtemp(join(tmpdir(), 'render-mark-'))
afterAll(() => rm(folder, { recursive: true }))

test('is ours when the operator has none', async () => {
  expect(await readServiceMark(undefined, 1)).toMatch(/^data:image\/svg\+xml,/)
})

test("is the operator's file", async () => {
  const file = join(folder, 'mark')
  const image = sharp({ create: { width: 3, height: 2, channels: 3, background: '#0f0' } })
  await writeFile(file, await image.png().toBuffer())
  expect(await readServiceMark(file, 6)).toMatch(/^data:image\/png;base64,/)
  await expect(readServiceMark(file, 5)).rejects.toThrow(/WATERMARK_FILE.*more than 5 pixels/)
})

test('that is no picture is told to the operator', async () => {
  await expect(readServiceMark(import.meta.filename, 6)).rejects.toThrow(/WATERMARK_FILE.*it is none/)
  await expect(readServiceMark(join(folder, 'absent'), 6)).rejects.toThrow(/WATERMARK_FILE.*cannot be read/)
})
