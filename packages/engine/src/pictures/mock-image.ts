import sharp from 'sharp'
import { createCpuSemaphore } from '../cpu-semaphore.ts'
import type { ImageOptions } from './image-context.ts'
import {
  fitPicture,
  fitViewportToBounds,
  refuseChange,
  warningsOfChange,
  type PictureBounds,
} from '../picture-limits.ts'
import type { Outputs } from '../producer.ts'
import { encoders } from '../picture-formats/encoders.ts'
import { outputOfImage } from './image-output.ts'
import { openPicture, type Picture } from './picture.ts'
import { makeSlices } from './slices.ts'
import { makeThumbnails } from './thumbnails.ts'

const GREY = '#cccccc'

/** Makes a grey picture of the format and size that are asked for, with its thumbnails and slices. */
export async function mockImage(
  options: ImageOptions,
  bounds: PictureBounds,
  warnings: string[],
): Promise<Outputs> {
  const { format, quality, width, height, dpr, force_dpr } = options
  const wanted = { width, height, ratio: dpr }
  const fitting = fitPicture(fitViewportToBounds(wanted, force_dpr, bounds), format, bounds)
  if (force_dpr) refuseChange(wanted, fitting)
  warnings.push(...warningsOfChange(wanted, fitting))
  const size = {
    width: Math.max(1, Math.floor(width * fitting.ratio)),
    height: Math.max(1, Math.floor(height * fitting.ratio)),
  }
  const blank = sharp({ create: { ...size, channels: 3, background: GREY }, limitInputPixels: false })
  const picture: Picture = { body: await blank.raw().toBuffer(), ...size, channels: 3 }
  const page = { bounds, cpuSemaphore: createCpuSemaphore(1), signal: new AbortController().signal }
  const ctx = { page, picture, beside: [] }
  await makeThumbnails(ctx, options)
  await makeSlices(ctx, options, fitting.ratio)
  const body = await encoders[format](openPicture(picture), quality).toBuffer()
  return outputOfImage({ ...ctx, picture: { ...size, body } }, options)
}
