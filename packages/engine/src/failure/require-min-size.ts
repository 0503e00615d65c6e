import { sizeOf, type MainOutput } from '@render/outputs'
import type { RenderOptions } from '@render/options'
import { reads } from '../option-reader.ts'
import { RetryWanted } from './retry-wanted.ts'

/** Retries when the main file is smaller than `min_size_bytes`, if the options ask for it. */
export const requireMinSize = reads(
  { name: 'require-min-size', owns: ['min_size_bytes'], borrows: ['retry_on'] },
  (
    { retry_on, min_size_bytes }: Pick<RenderOptions, 'retry_on' | 'min_size_bytes'>,
    { body }: MainOutput,
  ) => {
    if (!retry_on?.includes('small_size') && !retry_on?.includes('all')) return
    const bytes = sizeOf(body)
    if (bytes < min_size_bytes) throw new RetryWanted('small_size', `The file had ${bytes} bytes`)
  },
)
