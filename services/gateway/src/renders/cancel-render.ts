import { RenderError } from '@render/errors'
import { asServiceUnavailable, isFinished, type RenderState } from '@render/jobs'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'

/** Limit for a worker that cannot be reached: it, or another, cancels the render at its next attempt. */
const MAX_CALLS = 5
const PAUSE_SECONDS = 1

/**
 * Cancels a render unless it has ended, and returns its state then, which is normally the end. Repeats the call every
 * second until the render has ended, because a render that is being delayed at that moment misses it.
 */
export async function cancelRender(
  renderId: string,
  queue: string | undefined,
  res: Response,
  { renderLookup, waits, canceller }: Pick<GatewayContext, 'renderLookup' | 'waits' | 'canceller'>,
): Promise<RenderState> {
  for (let calls = 0; ; calls++) {
    using wait = waits.begin(renderId, PAUSE_SECONDS, res)
    const found = await renderLookup.find(renderId)
    if (!found) throw new RenderError('RenderNotFound')
    if (isFinished(found.state) || calls === MAX_CALLS) return found.state
    await asServiceUnavailable(canceller.cancel(renderId, queue))
    await wait.ended
  }
}
