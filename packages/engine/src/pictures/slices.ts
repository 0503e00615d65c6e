import { RenderError } from '@render/errors'
import { sliceSuffix, type RenderOptions } from '@render/options'
import { fileTypes } from '../file-types.ts'
import type { Work } from '../work.ts'
import { barePicture } from './change-picture.ts'
import { encoders } from './encoders.ts'
import { openPicture, type Picture } from './picture.ts'
import { requireSide } from './room.ts'

interface Rows {
  offsetY: number
  height: number
}

/** Slices wait in memory until all is done, and overlapping ones can be many times the picture. */
const MOST_BYTES = 200 * 1024 ** 2
/** Each has a place in every answer. */
const MOST_SLICES = 1000

type Asked = Pick<
  RenderOptions,
  'full_page_slices' | 'full_page_slice_height' | 'full_page_slice_overlap_height' | 'format' | 'quality'
>

/**
 * Cuts the picture into slices from top to bottom, beside leaving it as it is. `ratio` is how many of its pixels a CSS
 * pixel has.
 * @throws {RenderError} `InvalidOptions` for slices that are too large, or too many.
 */
export async function makeSlices(
  work: Pick<Work, 'picture' | 'captures' | 'signal' | 'files'>,
  { full_page_slices, format, quality, ...heights }: Asked,
  ratio: number,
): Promise<void> {
  if (!full_page_slices) return
  const { captures, signal, files } = work
  const bare = await barePicture(work)
  const height = Math.max(1, Math.round(heights.full_page_slice_height * ratio))
  const overlap = Math.min(height - 1, Math.round(heights.full_page_slice_overlap_height * ratio))
  const cuts = rowsOf(bare.height, { height, overlap })
  if (cuts.length > MOST_SLICES) throw tooMuch(`${MOST_SLICES} files`)
  let bytes = 0
  for (const [index, rows] of cuts.entries()) {
    const slice = takeRows(bare, rows)
    requireSide(slice, format, ['full_page_slices'])
    const encode = () => encoders[format](openPicture(slice), quality).toBuffer()
    const body = await captures.run(slice.width * slice.height, encode, signal)
    bytes += body.length
    if (bytes > MOST_BYTES) throw tooMuch(`${MOST_BYTES / 1024 ** 2} MB together`)
    files.push({
      kind: 'slice',
      index,
      offsetY: rows.offsetY,
      width: slice.width,
      height: slice.height,
      body,
      suffix: sliceSuffix(index),
      ...fileTypes[format],
    })
  }
}

/** The rows of each slice, which is so high at most and repeats so many rows of the one before it. */
export function rowsOf(total: number, { height, overlap }: { height: number; overlap: number }): Rows[] {
  const step = height - overlap
  const count = 1 + Math.ceil(Math.max(0, total - height) / step)
  return Array.from({ length: count }, (_, index) => {
    const offsetY = index * step
    return { offsetY, height: Math.min(height, total - offsetY) }
  })
}

/** They lie together: nothing is copied. */
function takeRows(picture: Picture, { offsetY, height }: Rows): Picture {
  const { body, width, channels = 3 } = picture
  const rowBytes = width * channels
  return { ...picture, height, body: body.subarray(offsetY * rowBytes, (offsetY + height) * rowBytes) }
}

function tooMuch(bound: string): RenderError {
  const options = ['full_page_slices', 'full_page_slice_height', 'full_page_slice_overlap_height']
  const message = `"full_page_slices" would be more than ${bound}: make them higher, or let them overlap less.`
  return new RenderError('InvalidOptions', {
    message,
    details: options.map((option) => ({ option, message })),
  })
}
