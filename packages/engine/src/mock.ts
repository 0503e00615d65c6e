import type { RenderOptions } from '@render/options'
import sharp from 'sharp'
import { defaultBounds, fitPicture, fitViewport, refuseChange, tellChange } from './picture-limits.ts'
import { createCaptures } from './captures.ts'
import { encoders } from './pictures/encoders.ts'
import { openPicture, type Picture } from './pictures/picture.ts'
import { makeSlices } from './pictures/slices.ts'
import { makeThumbnails } from './pictures/thumbnails.ts'
import { plan } from './plan.ts'
import type { Rendered } from './render.ts'
import type { SideFile } from './side-file.ts'

const GREY = '#cccccc'

/**
 * A made-up success: a grey picture of the format and size that are asked for, and what is made beside it, without a
 * browser.
 * @throws {RenderError} for a picture that would be too large.
 */
export async function makeMock(options: RenderOptions, bounds = defaultBounds): Promise<Rendered> {
  const { format, quality, width, height, dpr, force_dpr, url, html } = options
  const { contentType, extension } = plan(format)
  const wanted = { width, height, ratio: dpr }
  const fitting = fitPicture(fitViewport(wanted, force_dpr, bounds), format, bounds)
  if (force_dpr) refuseChange(wanted, fitting)
  const size = {
    width: Math.max(1, Math.floor(width * fitting.ratio)),
    height: Math.max(1, Math.floor(height * fitting.ratio)),
  }
  const blank = sharp({ create: { ...size, channels: 3, background: GREY }, limitInputPixels: false })
  const picture: Picture = { body: await blank.raw().toBuffer(), ...size, channels: 3 }
  const files: SideFile[] = []
  const work = { picture, files, bounds, captures: createCaptures(1), signal: new AbortController().signal }
  await makeThumbnails(work, options)
  await makeSlices(work, options, fitting.ratio)
  return {
    body: await encoders[format](openPicture(picture), quality).toBuffer(),
    contentType,
    extension,
    ...size,
    files,
    bandwidthBytes: 0,
    ...(url && html === undefined && { response: { statusCode: 200, statusCodeInitial: 200 } }),
    warnings: tellChange(wanted, fitting),
    trace: [],
  }
}
