import { RenderError } from '@render/errors'
import { orQueueAway, isFinished, type RenderState } from '@render/jobs'
import type { Response } from 'express'
import type { GatewayContext } from './context.ts'

/** A worker that nobody can reach hears of it when it, or another, takes the job again. */
const MOST_TIMES = 5
const PAUSE_SECONDS = 1

/**
 * Cancels a render unless it has ended, and gives where it stands then: at its end, as a rule. It is cancelled once more
 * where it has not ended within a second, because it may have been put off in that very moment.
 */
export async function cancelRender(
  renderId: string,
  queue: string | undefined,
  res: Response,
  { lookUp, waits, canceller }: Pick<GatewayContext, 'lookUp' | 'waits' | 'canceller'>,
): Promise<RenderState> {
  for (let times = 0; ; times++) {
    using wait = waits.begin(renderId, PAUSE_SECONDS, res)
    const found = await lookUp.find(renderId)
    if (!found) throw new RenderError('RenderNotFound')
    if (isFinished(found.state) || times === MOST_TIMES) return found.state
    await orQueueAway(canceller.cancel(renderId, queue))
    await wait.ended
  }
}
