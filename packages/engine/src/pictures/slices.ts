import { RenderError } from '@render/errors'
import { sliceSuffix } from '@render/options'
import type { ClosedPage, FinishContext, ImageOptions } from './image-context.ts'
import { barePicture } from './change-picture.ts'
import { encoders } from '../picture-formats/encoders.ts'
import { openPicture, type Picture } from './picture.ts'
import { requireSide } from './require-size.ts'

interface SliceContext extends Pick<FinishContext, 'picture' | 'sideOutputs'> {
  page: Pick<ClosedPage, 'cpuSemaphore' | 'signal'>
}

interface Rows {
  offsetY: number
  height: number
}

/** Bounds memory: slices are kept until the render ends, and overlapping ones can exceed the picture many times. */
const MAX_BYTES = 200 * 1024 ** 2
/** Bounds the result, which lists every slice. */
const MAX_SLICES = 1000

type SliceOptions = Pick<
  ImageOptions,
  'full_page_slices' | 'full_page_slice_height' | 'full_page_slice_overlap_height' | 'format' | 'quality'
>

/**
 * Cuts copies of the picture into slices from top to bottom. `ratio` is pixels per CSS pixel.
 * @throws {RenderError} `InvalidOptions` for slices that are too large or too many.
 */
export async function makeSlices(
  ctx: SliceContext,
  { full_page_slices, format, quality, ...heights }: SliceOptions,
  ratio: number,
): Promise<void> {
  if (!full_page_slices) return
  const { cpuSemaphore, signal } = ctx.page
  const bare = await barePicture(ctx)
  const height = Math.max(1, Math.round(heights.full_page_slice_height * ratio))
  const overlap = Math.min(height - 1, Math.round(heights.full_page_slice_overlap_height * ratio))
  const cuts = rowsOf(bare.height, { height, overlap })
  if (cuts.length > MAX_SLICES) throw tooMuch(`${MAX_SLICES} files`)
  let bytes = 0
  for (const [index, rows] of cuts.entries()) {
    const slice = takeRows(bare, rows)
    requireSide(slice, format, ['full_page_slices'])
    const encode = () => encoders[format](openPicture(slice), quality).toBuffer()
    const body = await cpuSemaphore.run(slice.width * slice.height, encode, signal)
    bytes += body.length
    if (bytes > MAX_BYTES) throw tooMuch(`${MAX_BYTES / 1024 ** 2} MB together`)
    const { width, height } = slice
    ctx.sideOutputs.push({
      type: format,
      body: { bytes: body },
      suffix: sliceSuffix(index),
      facts: { kind: 'slice', index, offsetY: rows.offsetY, width, height },
    })
  }
}

/** Returns the rows of each slice: at most `height`, of which `overlap` repeat the end of the slice before. */
export function rowsOf(total: number, { height, overlap }: { height: number; overlap: number }): Rows[] {
  const step = height - overlap
  const count = 1 + Math.ceil(Math.max(0, total - height) / step)
  return Array.from({ length: count }, (_, index) => {
    const offsetY = index * step
    return { offsetY, height: Math.min(height, total - offsetY) }
  })
}

/** Rows are contiguous in memory, so nothing is copied. */
function takeRows(picture: Picture, { offsetY, height }: Rows): Picture {
  const { body, width, channels = 3 } = picture
  const rowBytes = width * channels
  return { ...picture, height, body: body.subarray(offsetY * rowBytes, (offsetY + height) * rowBytes) }
}

function tooMuch(bound: string): RenderError {
  const options = ['full_page_slices', 'full_page_slice_height', 'full_page_slice_overlap_height']
  const message = `"full_page_slices" would make more than ${bound}: increase "full_page_slice_height" or reduce "full_page_slice_overlap_height".`
  return RenderError.forOption(options, message)
}
