import type { SideOutput } from '@render/outputs'
import type { ClosedPage, FinishContext, ImageOptions } from './image-context.ts'
import { barePicture } from './change-picture.ts'
import { colourInProfile } from '../picture-formats/colour-in-profile.ts'
import { encoders } from '../picture-formats/encoders.ts'
import { fitImage, sizeInFrame, type ImageFit } from './fit.ts'
import { openPicture } from './picture.ts'
import { requirePixels, requireSide } from './require-size.ts'

type Thumbnail = NonNullable<ImageOptions['thumbnails']>[number]
type Usual = Pick<ImageOptions, 'img_fit' | 'img_position' | 'img_bg'>

interface ThumbnailContext extends Pick<FinishContext, 'picture' | 'sideOutputs'> {
  page: Pick<ClosedPage, 'cpuSemaphore' | 'signal' | 'bounds'>
}

/** Widths in pixels; below 1 as a fraction of the picture. */
const WIDTHS: Record<NonNullable<Thumbnail['preset']>, number> = {
  xs: 320,
  sm: 384,
  md: 448,
  lg: 512,
  xl: 576,
  '2xl': 672,
  '3xl': 768,
  '4xl': 896,
  '5xl': 1024,
  '1/4': 1 / 4,
  '1/2': 1 / 2,
  '3/4': 3 / 4,
}

/**
 * Adds a resized copy of the picture for each thumbnail.
 * @throws {RenderError} `InvalidOptions` for copies that are too large.
 */
export async function makeThumbnails(
  ctx: ThumbnailContext,
  {
    thumbnails = [],
    format,
    quality,
    ...usual
  }: Pick<ImageOptions, 'thumbnails' | 'format' | 'quality'> & Usual,
): Promise<void> {
  if (thumbnails.length === 0) return
  const { cpuSemaphore, signal, bounds } = ctx.page
  const bare = await barePicture(ctx)
  for (const [at, thumbnail] of thumbnails.entries()) {
    const frame = frameOf(thumbnail, bare, usual)
    const size = sizeInFrame(bare, frame)
    requirePixels(size, bounds, ['thumbnails'])
    requireSide(size, format, ['thumbnails'])
    const background = colourInProfile(frame.background, bare.icc)
    const encode = () =>
      encoders[format](fitImage(openPicture(bare), { ...frame, background }), quality).toBuffer({
        resolveWithObject: true,
      })
    const { data: body, info } = await cpuSemaphore.run(bare.width * bare.height, encode, signal)
    const { width, height } = info
    ctx.sideOutputs.push({
      type: format,
      body: { bytes: body },
      suffix: thumbnail.suffix,
      facts: { kind: 'thumbnail', key: thumbnail.key, width, height },
      ...uploadOf(thumbnail, at),
    })
  }
}

/** Returns the size and look of a thumbnail. Its sides count before its size, and that before its preset; one is set. */
export function frameOf(
  { width, height, size, preset, ...own }: Omit<Thumbnail, 'key' | 'suffix'>,
  picture: { width: number },
  { img_fit, img_position, img_bg }: Usual,
): ImageFit {
  const { fit = img_fit, position = img_position, bg: background = img_bg } = own
  const look = { fit, position, background }
  if (width || height) return { ...look, width: whole(width), height: whole(height) }
  if (size)
    return {
      ...look,
      fit: own.fit ?? size.fit ?? img_fit,
      width: whole(size.width),
      height: whole(size.height),
    }
  const wanted = WIDTHS[preset!]
  return { ...look, width: whole(wanted < 1 ? picture.width * wanted : Math.min(wanted, picture.width)) }
}

function whole(pixels: number | undefined): number | undefined {
  return pixels && Math.max(1, Math.round(pixels))
}

function uploadOf({ presigned_url }: Thumbnail, at: number): Pick<SideOutput, 'upload'> {
  return presigned_url
    ? { upload: { option: `thumbnails[${at}].presigned_url`, address: presigned_url } }
    : {}
}
