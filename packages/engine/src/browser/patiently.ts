import { RenderError } from '@render/errors'
import { settlesWithin } from '../settles.ts'
import type { Work } from '../work.ts'

/** Does something that a page too busy to answer never ends: `RenderTimeoutError` where that outlasts the patience with it. */
export async function patiently<T>(
  { patienceMs }: Pick<Work, 'patienceMs'>,
  act: () => Promise<T>,
): Promise<T> {
  const acting = act()
  if (!(await settlesWithin(acting, patienceMs))) throw new RenderError('RenderTimeoutError')
  return acting
}
