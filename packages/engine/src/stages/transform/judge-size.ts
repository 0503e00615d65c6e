import { RetryWanted } from '../../retry-wanted.ts'
import { stage } from '../../stage.ts'

/** A file that is too small to be what was hoped for is tried again where that is asked for. */
export const judgeSize = stage({
  name: 'judge-size',
  phase: 'transform',
  owns: ['min_size_bytes'],
  borrows: ['retry_on'],
  run({ picture: { body } }, { retry_on, min_size_bytes }) {
    if (!retry_on?.includes('small_size') && !retry_on?.includes('all')) return
    if (body.length < min_size_bytes) throw new RetryWanted('small_size', `The file had ${body.length} bytes`)
  },
})
