import { RenderError } from '@render/errors'
import type { RenderJob } from '@render/jobs'
import type { Account } from '@render/management-client'
import type { ResolvedOptions } from '@render/options'

export type ProjectSecrets = Pick<RenderJob, 'sealedForWorker' | 'sealedProxies'>

/**
 * Returns the project's secrets, as management sealed them, when an attempt of the render may use a proxy, or when it
 * uses a credential among them.
 * @throws {RenderError} `InvalidOptions` when the project has no proxy.
 */
export function projectSecretsFor(
  { use_proxy, retry_with = [] }: Pick<ResolvedOptions, 'use_proxy' | 'retry_with'>,
  { project }: Pick<Account, 'project'>,
  usesCredential: boolean,
): ProjectSecrets {
  const at = retry_with.findIndex((entry) => entry.use_proxy)
  const usesProxy = use_proxy || at >= 0
  const { sealedForWorker, sealedProxies } = project ?? {}
  if (sealedForWorker !== undefined && (usesProxy || usesCredential)) return { sealedForWorker }
  if (!usesProxy) return {}
  if (sealedProxies !== undefined) return { sealedProxies }
  const option = use_proxy ? 'use_proxy' : 'retry_with'
  const message = `${use_proxy ? '' : `In "retry_with[${at}]": `}"use_proxy": the project has no proxy.`
  throw RenderError.forOption(option, message)
}
