import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { orQueueAway, storedKeys, type Finished, type RenderOutcome } from '@render/jobs'
import { findFile } from './artefact-file.ts'
import type { GatewayContext } from './context.ts'

type Deleting = Pick<GatewayContext, 'lookUp' | 'sweeps' | 'store'>

const PATIENCE_MS = 5000
const PAUSE_MS = 50

/**
 * Has the workers delete the files of a render, notes that in its record, and gives what the record says then.
 * @throws {RenderError} `ServiceUnavailable` when that takes too long, for instance because the record is not committed
 *   yet; who asks again loses nothing.
 */
export async function deleteFiles(
  renderId: string,
  outcome: RenderOutcome,
  { lookUp, sweeps, store }: Deleting,
): Promise<Finished> {
  const keys = storedKeys(outcome)
  const areGone = async () => {
    const found = await Promise.all(keys.map((key) => findFile(store, key)))
    return found.every((file) => file === undefined)
  }
  if (!(await areGone())) await orQueueAway(sweeps.deleteFiles(renderId, keys))
  await until(() => lookUp.isSettled(renderId))
  const noted = await lookUp.noteDeleted(renderId)
  if (!noted) throw new RenderError('RenderNotFound')
  await until(areGone)
  return noted
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isSo())) {
    if (performance.now() > end) throw new RenderError('ServiceUnavailable', { retryAfterSeconds: 2 })
    await sleep(PAUSE_MS)
  }
}
