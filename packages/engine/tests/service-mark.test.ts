import { expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readPicture } from '@render/testkit'
import sharp from 'sharp'
import { page, startTestEngine } from './test-engine.ts'

test("draws the operator's mark over pictures", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'render-mark-'))
  try {
    const watermarkFile = join(folder, 'mark.png')
    const image = sharp({ create: { width: 20, height: 10, channels: 3, background: '#f0f' } })
    await writeFile(watermarkFile, await image.png().toBuffer())
    await using engine = await startTestEngine({ watermarkFile })
    const { body } = await engine.make({ html: page(''), width: 100, height: 50, watermark: true })
    const result = await readPicture(body)
    expect([result.at(62, 22), result.at(75, 29), result.at(90, 29)]).toEqual([
      '#ffffff',
      '#ff00ff',
      '#ffffff',
    ])
  } finally {
    await rm(folder, { recursive: true })
  }
})
