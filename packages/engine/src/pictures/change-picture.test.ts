import { expect, test } from '@jest/globals'
import sharp from 'sharp'
import { createCpuSemaphore } from '../cpu-semaphore.ts'
import type { RenderOptions } from '@render/options'
import { drawOnPicture } from './change-picture.ts'
import type { Picture } from './picture.ts'

type Blend = RenderOptions['blend_mode']

/** The blend formulas of CSS for one sample of the backdrop and one of the layer, each from 0 to 1. */
const BLENDS: Record<Blend, (back: number, layer: number) => number> = {
  over: (_, layer) => layer,
  multiply: (back, layer) => back * layer,
  screen: (back, layer) => back + layer - back * layer,
  overlay: (back, layer) => hardLight(layer, back),
  darken: (back, layer) => Math.min(back, layer),
  lighten: (back, layer) => Math.max(back, layer),
  'colour-dodge': (back, layer) => Math.min(1, back / (1 - layer)),
  'colour-burn': (back, layer) => 1 - Math.min(1, (1 - back) / layer),
  'hard-light': hardLight,
  'soft-light': (back, layer) => {
    if (layer <= 0.5) return back - (1 - 2 * layer) * back * (1 - back)
    const root = back <= 0.25 ? ((16 * back - 12) * back + 4) * back : Math.sqrt(back)
    return back + (2 * layer - 1) * (root - back)
  },
  difference: (back, layer) => Math.abs(back - layer),
  exclusion: (back, layer) => back + layer - 2 * back * layer,
  add: (back, layer) => Math.min(1, back + layer),
}

function hardLight(back: number, layer: number): number {
  return layer <= 0.5 ? 2 * back * layer : 1 - 2 * (1 - back) * (1 - layer)
}

const BACK = [0xe6, 0x80, 0x1a]
const LAYER = [0x33, 0x80, 0xcc]
const fill = ([r, g, b]: number[]) =>
  sharp({ create: { width: 2, height: 2, channels: 3, background: { r: r!, g: g!, b: b! } } })

test('a layer is mixed with an opaque picture by the formula of each blend mode', async () => {
  const input = await fill(LAYER).png().toBuffer()
  const body = await fill(BACK).png().toBuffer()
  const page = { cpuSemaphore: createCpuSemaphore(1), signal: new AbortController().signal }
  for (const blend of Object.keys(BLENDS) as Blend[]) {
    const ctx: { picture: Picture; page: typeof page } = {
      picture: { body, width: 2, height: 2, format: 'png' },
      page,
    }
    await drawOnPicture(ctx, [{ input, blend }])
    expect(ctx.picture).toMatchObject({ width: 2, height: 2, channels: 3 })
    for (const [index, sample] of BACK.entries()) {
      const wanted = 255 * BLENDS[blend](sample / 255, LAYER[index]! / 255)
      expect([blend, index, Math.abs(ctx.picture.body[index]! - wanted) < 3]).toEqual([blend, index, true])
    }
  }
})
