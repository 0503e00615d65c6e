import { optionOf, type PublicOptions } from '@render/options'
import { storedKeyOf, type RenderOutcome } from '@render/outputs'
import { expiryOf } from '@render/storage'

/** Returns the seconds for which the result of a link is cached; 0 when this service may not keep a copy of it. */
export function ttlOf({
  ttl = optionOf('ttl').default as number,
  no_upload,
  secure_mode,
  use_s3,
  s3_private_bucket,
}: PublicOptions): number {
  return no_upload || secure_mode || (use_s3 && s3_private_bucket) ? 0 : ttl
}

/** Returns the milliseconds for which the result of a link is still valid: for its `ttl`, and as long as its file is kept. */
export function lifeMs(
  options: PublicOptions,
  outcome: RenderOutcome,
  { artefactDays }: { artefactDays: number },
): number {
  const seconds = ttlOf(options)
  const key = storedKeyOf(outcome)
  if (seconds === 0 || key === undefined) return 0
  const end = Math.min(outcome.endedAt + seconds * 1000, expiryOf(key, artefactDays).getTime())
  return Math.max(end - Date.now(), 0)
}
