import { IMAGE_FORMATS } from '@render/outputs'
import {
  colour,
  flag,
  number,
  numberOrText,
  oneOf,
  onlyFor,
  readAs,
  shapes,
  text,
} from '../../kinds/index.ts'
import type { Limits } from '../../table/limits.ts'
import { readThumbnail } from '../../values/thumbnail.ts'
import { FITS, POSITIONS } from './fit.ts'

const PRESETS = ['xs', 'sm', 'md', 'lg', 'xl', '2xl', '3xl', '4xl', '5xl', '1/2', '1/4', '3/4'] as const
const SIDE = { unit: 'image px', minimum: 0, maximum: 16_384, isAbove: true }

/** Options for resized copies of the image. */
export const thumbnails = ({ thumbnails: maxItems }: Limits) =>
  onlyFor(IMAGE_FORMATS, {
    thumbnails: readAs(
      shapes(
        'Resized copies of the image, stored beside it.',
        {
          key: text('Name in the result.', {
            maxBytes: 40,
            pattern: '[^]{0,10}',
            expects: 'a string of at most 10 characters',
            examples: ['small', ''],
          }),
          preset: oneOf(
            'Width by name, from 320 pixels (xs) to 1024 (5xl), never enlarged; or as a fraction of the image.',
            PRESETS,
            { isPunctuated: true },
          ),
          size: numberOrText('Size of a square to fit the copy into, or WxH.', {
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
          fit: oneOf('img_fit of this copy.', FITS),
          bg: colour('img_bg of this copy.'),
          position: oneOf('img_position of this copy.', POSITIONS),
          suffix: text('End of the file name, before the dot. Default: -<key>.', {
            maxBytes: 64,
            pattern: String.raw`[\w.@-]*`,
            expects: 'letters, digits and the characters . _ - @',
            examples: ['-small', ''],
          }),
          presigned_url: text('Presigned URL to upload the copy to with PUT.', {
            maxBytes: 8192,
            secret: 'worker',
            address: 'upload',
            isCredential: true,
          }),
        },
        { maxItems },
      ),
      (thumbnails) => thumbnails.map((thumbnail, at) => readThumbnail(thumbnail, at)),
    ),
    thumbnails_object: flag('Return thumbnails as an object by key instead of a list.', {
      needs: ['thumbnails'],
      owner: 'packages/outputs/src/side-results.ts',
    }),
  })
