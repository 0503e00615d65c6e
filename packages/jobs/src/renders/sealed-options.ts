// Sealed options that are large lie beside the queue, in a key of their own that only the render's job names. So no event,
// status read or record carries them.
import { RenderError } from '@render/errors'
import type { Redis } from 'ioredis'
import type { RenderJob } from '../payloads.ts'

/** Larger sealed options lie in their own key. */
const MAX_IN_JOB = 16 * 1024
/** Removes options left by a gateway that crashed before queueing. */
const KEEP_SECONDS = 30 * 24 * 3600

export function sealedOptionsKey(id: string): string {
  return `render-options:${id}`
}

/** Stores the sealed options of a render when they are large, and returns the job that names them. */
export async function storeSealedOptions(redis: Redis, id: string, render: RenderJob): Promise<RenderJob> {
  const { sealedOptions, ...rest } = render
  if (sealedOptions === undefined || sealedOptions.length <= MAX_IN_JOB) return render
  await redis.set(sealedOptionsKey(id), sealedOptions, 'EX', KEEP_SECONDS)
  return { ...rest, areOptionsApart: true }
}

/**
 * Returns the sealed options of a render; undefined when it has none.
 * @throws {RenderError} `EngineResponseNotOkError` when they are lost.
 */
export async function readSealedOptions(
  redis: Redis,
  id: string,
  { sealedOptions, areOptionsApart }: Pick<RenderJob, 'sealedOptions' | 'areOptionsApart'>,
): Promise<string | undefined> {
  if (!areOptionsApart) return sealedOptions
  const stored = await redis.get(sealedOptionsKey(id))
  if (stored === null)
    throw new RenderError('EngineResponseNotOkError', { message: 'The options of the render are lost.' })
  return stored
}
