import sharp from 'sharp'
import { createCpuSemaphore } from '../cpu-semaphore.ts'
import { fitViewportToBounds, type PictureBounds } from '../picture-limits.ts'
import type { Outputs } from '../producer.ts'
import type { Stage } from '../stage.ts'
import { targetOf } from '../target.ts'
import { toDevicePixels } from './capture-area.ts'
import { fitShown } from '../picture-sizes/fit-area.ts'
import type { FinishContext, ImageOptions } from './image-context.ts'
import { outputOfImage } from './image-output.ts'

const GREY = '#cccccc'

/**
 * Makes a grey picture of the viewport, or of a clip, and changes it by the stages that need no page: so it has the format and
 * the size that are asked for, with thumbnails and slices.
 */
export async function mockImage(
  options: ImageOptions,
  bounds: PictureBounds,
  warnings: string[],
  stages: readonly Stage<FinishContext>[],
): Promise<Outputs> {
  const { width, height, dpr, force_dpr, clip: area } = options
  const viewport = fitViewportToBounds({ width, height, ratio: dpr }, force_dpr, bounds)
  const { fitting, warnings: ofSize } = fitShown({ area, viewport }, options, bounds)
  warnings.push(...ofSize)
  const size = toDevicePixels({ x: 0, y: 0, ...area, ...fitting }, fitting.ratio)
  const blank = sharp({ create: { ...size, channels: 3, background: GREY }, limitInputPixels: false })
  const ctx: FinishContext = {
    page: {
      bounds,
      viewport,
      warnings,
      finalUrl: targetOf(options).url?.href ?? '',
      cpuSemaphore: createCpuSemaphore(1),
      signal: new AbortController().signal,
    },
    scale: fitting.ratio / viewport.ratio,
    picture: { ...size, body: await blank.raw().toBuffer(), channels: 3 },
    sideOutputs: [],
  }
  for (const stage of stages) await stage.run(ctx, options)
  return outputOfImage(ctx, options)
}
