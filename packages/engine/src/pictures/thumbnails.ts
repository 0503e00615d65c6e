import { thumbnailKey, thumbnailSuffix, type RenderOptions } from '@render/options'
import { fileTypes } from '../file-types.ts'
import type { SideFile } from '../side-file.ts'
import type { Work } from '../work.ts'
import { barePicture } from './change-picture.ts'
import { encoders } from './encoders.ts'
import { fitImage, sizeInFrame, type Frame } from './fit.ts'
import { openPicture } from './picture.ts'
import { requireRoom, requireSide } from './room.ts'

type Thumbnail = NonNullable<RenderOptions['thumbnails']>[number]
type Usual = Pick<RenderOptions, 'img_fit' | 'img_position' | 'img_bg'>

/** Pixels, or parts of the picture. */
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
 * Makes a resized copy of the picture for each thumbnail, beside leaving it as it is.
 * @throws {RenderError} `InvalidOptions` for copies that are too large.
 */
export async function makeThumbnails(
  work: Pick<Work, 'picture' | 'captures' | 'signal' | 'bounds' | 'files'>,
  {
    thumbnails = [],
    format,
    quality,
    ...usual
  }: Pick<RenderOptions, 'thumbnails' | 'format' | 'quality'> & Usual,
): Promise<void> {
  if (thumbnails.length === 0) return
  const { captures, signal, bounds, files } = work
  const bare = await barePicture(work)
  for (const [at, thumbnail] of thumbnails.entries()) {
    const frame = frameOf(thumbnail, bare, usual)
    const size = sizeInFrame(bare, frame)
    requireRoom(size, bounds, ['thumbnails'])
    requireSide(size, format, ['thumbnails'])
    const encode = () =>
      encoders[format](fitImage(openPicture(bare), frame), quality).toBuffer({ resolveWithObject: true })
    const { data: body, info } = await captures.run(bare.width * bare.height, encode, signal)
    const { width, height } = info
    files.push({
      kind: 'thumbnail',
      key: thumbnailKey(thumbnail, at),
      width,
      height,
      body,
      suffix: thumbnailSuffix(thumbnail, at),
      ...fileTypes[format],
      ...uploadOf(thumbnail, at),
    })
  }
}

/** What a thumbnail is to be: its sides count first, then its size, then its preset, which never enlarges; one is there. */
export function frameOf(
  { width, height, size, preset, ...own }: Thumbnail,
  picture: { width: number },
  { img_fit, img_position, img_bg }: Usual,
): Frame {
  const { fit = img_fit, position = img_position, bg: background = img_bg } = own
  const look = { fit, position, background }
  if (width || height) return { ...look, width: whole(width), height: whole(height) }
  // A number is a square that the copy fits into.
  if (typeof size === 'number')
    return { ...look, fit: own.fit ?? 'inside', width: whole(size), height: whole(size) }
  if (size) {
    const [wide, high] = size.split(/x/i).map(Number)
    return { ...look, width: wide, height: high }
  }
  const wanted = WIDTHS[preset!]
  return { ...look, width: whole(wanted < 1 ? picture.width * wanted : Math.min(wanted, picture.width)) }
}

function whole(pixels: number | undefined): number | undefined {
  return pixels && Math.max(1, Math.round(pixels))
}

function uploadOf({ presigned_url }: Thumbnail, at: number): Pick<SideFile, 'upload'> {
  return presigned_url
    ? { upload: { option: `thumbnails[${at}].presigned_url`, address: presigned_url } }
    : {}
}
