import { describe, expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { resolveOptions } from '@render/options'
import sharp from 'sharp'
import type { Tab } from '../../browser/tabs.ts'
import type { Captures } from '../../captures.ts'
import { defaultPageLimits } from '../../page-limits.ts'
import { defaultBounds } from '../../picture-limits.ts'
import { startWork } from '../../work.ts'
import { takePicture } from './take-picture.ts'

const create = { width: 2, height: 1, channels: 3, background: '#0f0' } as const

/** Takes a picture of a page that answers after a while, once it was its turn after another. */
async function take({ turnMs = 0, answerMs = 0, width = 2, height = 1 }): Promise<[number, number]> {
  const data = (await sharp({ create }).png().toBuffer()).toString('base64')
  const captures: Captures = { run: (_pixels, work) => sleep(turnMs).then(work) }
  const signal = new AbortController().signal
  const http = { download: () => Promise.reject() }
  const work = startWork({
    captures,
    bounds: defaultBounds,
    pageLimits: defaultPageLimits,
    http,
    rasteriser: { drawPdf: () => Promise.reject() },
    serviceMark: '',
    uplinks: { services: {}, vantagePoints: {} },
    signal,
    openTab: () => Promise.reject(),
  })
  work.tab = {
    page: new EventEmitter(),
    session: { send: () => sleep(answerMs, { data }) },
  } as unknown as Tab
  work.patienceMs = 50
  work.viewport = { width, height, ratio: 1 }
  await takePicture.run(work, resolveOptions({ html: 'x', width, height }))
  return [work.picture.width, work.picture.height]
}

describe('a picture', () => {
  test('is taken of a page that answers', async () => {
    expect(await take({})).toEqual([2, 1])
  })

  test('of a page that does not answer in time is a RenderTimeoutError', async () => {
    await expect(take({ answerMs: 1000 })).rejects.toMatchObject({ code: 'RenderTimeoutError' })
  })

  test('is not late because others were before it', async () => {
    expect(await take({ turnMs: 150 })).toEqual([2, 1])
  })

  test('has more time the larger it is', async () => {
    await expect(take({ answerMs: 300 })).rejects.toMatchObject({ code: 'RenderTimeoutError' })
    expect(await take({ answerMs: 300, width: 8000, height: 1000 })).toEqual([2, 1])
  })
})
