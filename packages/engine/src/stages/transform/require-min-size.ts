import { RetryWanted } from '../../failure/retry-wanted.ts'
import { finishStage } from '../../stage.ts'

/** Retries when the file is smaller than `min_size_bytes`, if the options ask for it. */
export const requireMinSize = finishStage({
  name: 'require-min-size',
  phase: 'transform',
  owns: ['min_size_bytes'],
  borrows: ['retry_on'],
  run({ picture: { body } }, { retry_on, min_size_bytes }) {
    if (!retry_on?.includes('small_size') && !retry_on?.includes('all')) return
    if (body.length < min_size_bytes) throw new RetryWanted('small_size', `The file had ${body.length} bytes`)
  },
})
