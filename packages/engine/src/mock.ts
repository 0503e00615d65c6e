import type { RenderOptions } from '@render/options'
import sharp from 'sharp'
import { fitPicture, tellCut } from './picture-limits.ts'
import { encoders } from './pictures/encoders.ts'
import { plan } from './plan.ts'
import type { Rendered } from './render.ts'

const GREY = '#cccccc'

/** A made-up success: a grey picture of the format and size that are asked for, without a browser. */
export async function makeMock(options: RenderOptions): Promise<Rendered> {
  const { format, quality, width, height, url, html } = options
  const { contentType, extension } = plan(format)
  const wanted = { x: 0, y: 0, width, height }
  const area = fitPicture(wanted, format)
  const blank = sharp({
    create: { width: area.width, height: area.height, channels: 3, background: GREY },
    limitInputPixels: false,
  })
  return {
    body: await encoders[format](blank, quality).toBuffer(),
    contentType,
    extension,
    width: area.width,
    height: area.height,
    bandwidthBytes: 0,
    ...(url && html === undefined && { response: { statusCode: 200, statusCodeInitial: 200 } }),
    warnings: tellCut(wanted, area, format),
    trace: [],
  }
}
