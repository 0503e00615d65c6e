import { RenderError } from '@render/errors'
import type { Work } from '../work.ts'
import { LATE, spendPatience } from './spend-patience.ts'

/** Does something that a page too busy to answer never ends: `RenderTimeoutError` where that outlasts the patience with it. */
export async function patiently<T>(work: Pick<Work, 'patienceMs'>, act: () => Promise<T>): Promise<T> {
  const done = await spendPatience(work, act, work.patienceMs)
  if (done === LATE) throw new RenderError('RenderTimeoutError')
  return done
}
