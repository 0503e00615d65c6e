import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { asServiceUnavailable } from '@render/jobs'
import { storedKeys, type Finished, type RenderOutcome } from '@render/outputs'
import { findFile } from '../answer/artefact-file.ts'
import type { GatewayContext } from '../context.ts'

type DeleteContext = Pick<GatewayContext, 'renderLookup' | 'sweeps' | 'store'>

const TIMEOUT_MS = 5000
const POLL_MS = 50

/**
 * Makes the workers delete the files of a render, marks its record, and returns the end that the record has then.
 * @throws {RenderError} `ServiceUnavailable` when this takes too long, for instance because the record is not committed
 *   yet; the request can be repeated.
 */
export async function deleteFiles(
  renderId: string,
  outcome: RenderOutcome,
  { renderLookup, sweeps, store }: DeleteContext,
): Promise<Finished> {
  const keys = storedKeys(outcome)
  let left = keys
  const areDeleted = async () => {
    const found = await Promise.all(left.map((key) => findFile(store, key)))
    left = left.filter((_, at) => found[at])
    return left.length === 0
  }
  // A store that does not answer now may have them. A link's result is forgotten already, so a repeated request finds nothing.
  const isDone = await areDeleted().catch((error: unknown) => {
    if (error instanceof RenderError) return false
    throw error
  })
  if (!isDone) await asServiceUnavailable(sweeps.deleteFiles(renderId, keys))
  await until(() => renderLookup.isRecorded(renderId))
  const finished = await renderLookup.markDeleted(renderId)
  if (!finished) throw new RenderError('RenderNotFound')
  await until(areDeleted)
  return finished
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS
  while (!(await isDone())) {
    if (performance.now() > end) throw new RenderError('ServiceUnavailable', { retryAfterSeconds: 2 })
    await sleep(POLL_MS)
  }
}
