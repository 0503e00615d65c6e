import { RASTER } from '../formats.ts'
import { colour, flag, number, numberOrText, oneOf, onlyFor, shapes, text } from '../kinds/index.ts'
import type { Limits } from '../limits.ts'
import { FITS, POSITIONS } from './fit.ts'

const PRESETS = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '1/2', '1/4', '3/4'] as const
const SIDE = { unit: 'image px', minimum: 0, maximum: 16_384, isAbove: true }

/** Resized copies of the picture. */
export const thumbnails = ({ thumbnails: maxItems }: Limits) =>
  onlyFor(RASTER, {
    thumbnails: shapes(
      'Resized copies of the picture, each stored beside it.',
      {
        key: text('Name in the result.', {
          maxBytes: 40,
          pattern: '[^]{0,10}',
          expects: 'a string of at most 10 characters',
          examples: ['small', ''],
        }),
        preset: oneOf(
          'Width by a usual name, from 320 pixels (xs) to 1024 (5xl) and never enlarged, or as a part of the picture.',
          PRESETS,
          { isPunctuated: true },
        ),
        size: numberOrText('Square that the copy fits into, or its WxH.', {
          unit: 'image px',
          minimum: 1,
          maximum: 16_384,
          maxBytes: 16,
          text: 'a size such as 320x240',
          pattern: String.raw`[1-9]\d{0,4}[xX][1-9]\d{0,4}`,
          examples: ['320x240', 200],
        }),
        width: number('Width of the copy.', SIDE),
        height: number('Height of the copy.', SIDE),
        fit: oneOf('As img_fit, for this copy.', FITS),
        bg: colour('As img_bg, for this copy.'),
        position: oneOf('As img_position, for this copy.', POSITIONS),
        suffix: text('What its file name ends in, before the dot; -<key> when absent.', {
          maxBytes: 64,
          pattern: String.raw`[\w.@-]*`,
          expects: 'letters, digits and the characters . _ - @',
          examples: ['-small', ''],
        }),
        presigned_url: text('Address the copy is uploaded to with PUT.', {
          maxBytes: 8192,
          secret: 'worker',
        }),
      },
      { maxItems },
    ),
    thumbnails_object: flag('Answer with an object of thumbnails by key instead of a list.', {
      needs: ['thumbnails'],
      owner: 'packages/jobs/src/side-results.ts',
    }),
  })
