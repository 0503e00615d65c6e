import type { Account } from '@render/management-client'
import { mergeOptions, type OptionName } from '@render/options'
import type { RequestedOptions } from '../intake/read-options.ts'

/** Bytes of the jobs of a render in Redis without its own options, as measured: 5.2 kB with a webhook, 3.4 kB without. */
const JOB_BYTES = 6 * 1024
/** Sealed options are in base64. */
const SEALED_SHARE = 4 / 3

/** Options with which a render may take the sealed secrets of its project along. */
const NEED_SECRETS: readonly OptionName[] = ['use_proxy', 'retry_with', 'use_llm', 'use_s3', 'use_azure']

/** Returns about how many bytes a render takes in Redis, with what its project adds to its options. */
export function bytesOfRender(
  { options, defaults }: Pick<RequestedOptions, 'options' | 'defaults'>,
  { project }: Pick<Account, 'project'>,
): number {
  const merged = mergeOptions(options, defaults.options)
  const texts = { ...(merged.use_llm && { llm: project?.llm?.settings }), ...merged }
  const needsSecrets = NEED_SECRETS.some((name) => merged[name])
  const sealedBytes = needsSecrets ? (project?.sealedForWorker?.length ?? 0) : 0
  return JOB_BYTES + Math.ceil(Buffer.byteLength(JSON.stringify(texts)) * SEALED_SHARE) + sealedBytes
}
