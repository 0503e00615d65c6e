import { storedKeys, type RenderOutcome } from '@render/outputs'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'

/**
 * Has the copy of a file that only one answer may have deleted once that answer was sent to its end. A client that left before
 * can ask again until the worker's own deletion, which also covers a gateway that dies.
 */
export function deleteWhenSent(
  res: Response,
  renderId: string,
  outcome: RenderOutcome,
  { sweeps }: Pick<GatewayContext, 'sweeps'>,
): void {
  if (!outcome.isAnsweredOnce || res.req.method === 'HEAD') return
  res.once('finish', () => void sweeps.deleteFiles(renderId, storedKeys(outcome)).catch(() => {}))
}
