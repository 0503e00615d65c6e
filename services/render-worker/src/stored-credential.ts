import type { WorkerSecrets } from '@render/jobs'
import { ADDRESS_FIELDS, credentialOptions, SECRET_FIELDS } from '@render/llm'
import type { ResolvedOptions } from '@render/options'

/**
 * Adds the secrets of the project's credential to the options of a render that has none of its own. The address becomes the
 * credential's, so that its secrets go nowhere else.
 */
export function withStoredCredential(
  options: ResolvedOptions,
  stored: WorkerSecrets['llm'],
): ResolvedOptions {
  const hasOwn = SECRET_FIELDS.some((field) => options[credentialOptions[field]])
  if (!options.use_llm || hasOwn || !stored || stored.provider !== options.llm_provider) return options
  const fields = [...SECRET_FIELDS, ...ADDRESS_FIELDS].map((field) => [
    credentialOptions[field],
    stored[field],
  ])
  return { ...options, ...(Object.fromEntries(fields) as Partial<ResolvedOptions>) }
}
