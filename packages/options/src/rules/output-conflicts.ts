import { IMAGE_FORMATS } from '@render/outputs'
import type { Conflict } from './conflict.ts'

/** The minimum number of rows that each slice adds. */
const SLICE_STEP = 100

export const outputConflicts: Conflict[] = [
  {
    name: 'full_page_slices without full_page',
    options: ['full_page_slices', 'full_page'],
    find: ({ full_page_slices, full_page }) =>
      full_page_slices && !full_page ? '"full_page_slices" needs "full_page".' : undefined,
  },
  {
    name: 'full_page_slices with a format other than an image',
    options: ['full_page_slices', 'format'],
    find: ({ full_page_slices, format = 'png' }) =>
      full_page_slices && !IMAGE_FORMATS.includes(format)
        ? `"full_page_slices" needs a "format" of ${IMAGE_FORMATS.join(', ')}, not ${format}.`
        : undefined,
  },
  {
    name: 'full_page_slice_overlap_height too close to full_page_slice_height',
    options: ['full_page_slice_overlap_height', 'full_page_slice_height', 'full_page_slices'],
    find: ({
      full_page_slices,
      full_page_slice_height: height = 4000,
      full_page_slice_overlap_height: overlap = 0,
    }) =>
      full_page_slices && height - overlap < SLICE_STEP
        ? `"full_page_slice_overlap_height" must be at least ${SLICE_STEP} less than "full_page_slice_height" (${height}), not ${overlap}.`
        : undefined,
  },
  {
    name: 'certify and secure_mode',
    options: ['certify', 'secure_mode'],
    find: ({ certify, secure_mode }) =>
      certify && secure_mode
        ? '"certify" and "secure_mode" cannot both be set: a certificate shows the address and the options.'
        : undefined,
  },
]
