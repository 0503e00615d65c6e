import { describe, expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import sharp from 'sharp'
import { startHeldTime } from '../../../tests/held-time.ts'
import { noScope } from '../../../tests/no-scope.ts'
import type { Tab } from '../../browser/tab.ts'
import type { CpuSemaphore } from '../../cpu-semaphore.ts'
import { startImage } from '../../pictures/image-context.ts'
import type { pictureChanges } from '../../pictures/changes.ts'
import type { Picture } from '../../pictures/picture.ts'
import { startPageContext } from '../../page-context.ts'
import { takePicture } from './take-picture.ts'

const create = { width: 2, height: 1, channels: 3, background: '#0f0' } as const

/** Takes a picture of a page that answers after a while, once it was its turn after another. */
async function take(
  { turnMs = 0, answerMs = 0, width = 2, height = 1 },
  options: GivenOptions = {},
): Promise<Picture> {
  const body = await sharp({ create }).png().toBuffer()
  const time = startHeldTime()
  const cpuSemaphore: CpuSemaphore = {
    run: (_pixels, work) => time.pass(turnMs).then(() => work(() => undefined)),
  }
  const ctx = startPageContext({ ...noScope(), cpuSemaphore })
  ctx.tab = {
    page: new EventEmitter(),
    session: { send: () => turn() },
    capture: () => time.pass(answerMs).then(() => body),
    time,
  } as unknown as Tab
  ctx.timeBudgetMs = 50
  ctx.viewport = { width, height, ratio: 1 }
  const image = startImage(ctx)
  await takePicture.run(image, toRenderOptions(resolveOptions({ html: 'x', width, height, ...options })))
  return image.picture
}

/** A value of each option that changes a picture. */
const CHANGES: Required<Pick<GivenOptions, (typeof pictureChanges)[number]>> = {
  crop_width: 1,
  auto_crop: true,
  watermark: true,
  watermark_url: 'https://example.com/mark.png',
  thumbnails: [{ width: 5 }],
  full_page_slices: true,
  show_url: true,
  show_timestamp: true,
  wrap: 'phone',
  img_pad: '5',
  thumb_width: 5,
  thumb_height: 5,
}

describe('a picture', () => {
  test('is taken of a page that answers', async () => {
    expect(await take({})).toMatchObject({ width: 2, height: 1 })
  })

  test('of a page that does not answer in time is a RenderTimeoutError', async () => {
    await expect(take({ answerMs: 1000 })).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  })

  test('is not late because others were before it', async () => {
    expect(await take({ turnMs: 150 })).toMatchObject({ width: 2, height: 1 })
  })

  test('has more time the larger it is', async () => {
    await expect(take({ answerMs: 300 })).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    expect(await take({ answerMs: 300, width: 8000, height: 1000 })).toMatchObject({ width: 2, height: 1 })
  })

  test("is the browser's jpg unless it is changed afterwards", async () => {
    expect((await take({}, { format: 'jpg', full_page: true })).format).toBe('jpg')
    for (const [name, value] of Object.entries(CHANGES)) {
      const { format } = await take({}, { format: 'jpg', full_page: true, [name]: value })
      expect([name, format]).toEqual([name, 'png'])
    }
  })
})
