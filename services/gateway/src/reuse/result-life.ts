import { optionOf, type PublicOptions } from '@render/options'
import type { RenderOutcome } from '@render/outputs'
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
  { artefact, endedAt }: RenderOutcome,
  { artefactDays }: { artefactDays: number },
): number {
  const seconds = ttlOf(options)
  const end = Math.min(endedAt + seconds * 1000, expiryOf(artefact.key, artefactDays).getTime())
  return seconds === 0 ? 0 : Math.max(end - Date.now(), 0)
}
