import type { Account } from '@render/management-client'
import { requireVideoLength, resolveOptions, type GivenOptions, type ResolvedOptions } from '@render/options'
import type { GatewayContext } from '../context.ts'
import { attributeToDefaults, withAttribution, type RequestedOptions } from '../intake/read-options.ts'
import { checkAddresses } from './check-addresses.ts'
import { requireLlmSettings, useLlmCredential } from './llm-settings.ts'
import { projectSecretsFor, type ProjectSecrets } from './project-secrets.ts'
import { requireStorageSettings, useStorageCredential } from './storage-settings.ts'

export type ResolveContext = Pick<GatewayContext, 'egress' | 'videoLengthLimits' | 'operatorDefaults'>

/** The options of a request over those of its project. */
interface Resolved {
  given: GivenOptions
  /** The project's defaults over those of the operator, with the settings of its credentials. */
  projectDefaults: GivenOptions
  options: ResolvedOptions
  /** The project's secrets that the render needs. */
  secrets: ProjectSecrets
}

/**
 * Checks and merges the options of a request and of its project.
 * @throws {RenderError} when an option is wrong.
 */
export async function resolveRequested(
  requested: Pick<RequestedOptions, 'options' | 'defaults'>,
  account: Pick<Account, 'project'>,
  { egress, ...settings }: ResolveContext,
): Promise<Resolved> {
  const [given, defaults] = await Promise.all([
    checkAddresses(requested.options, egress),
    checkAddresses(requested.defaults.options, egress).catch((error: unknown) => {
      throw attributeToDefaults(error)
    }),
  ])
  const resolve = (over: GivenOptions) => resolveOver(over, given, account, settings)
  return withAttribution(
    given,
    () => resolve(defaults),
    () => resolve({}),
  )
}

function resolveOver(
  defaults: GivenOptions,
  given: GivenOptions,
  account: Pick<Account, 'project'>,
  { videoLengthLimits, operatorDefaults }: Omit<ResolveContext, 'egress'>,
): Resolved {
  const llm = useLlmCredential(given, defaults, account)
  const storage = useStorageCredential(given, llm.defaults, account)
  const projectDefaults = { ...operatorDefaults, ...storage.defaults }
  const options = resolveOptions(given, projectDefaults)
  requireLlmSettings(options, llm.stored)
  requireStorageSettings(options, storage.stored)
  requireVideoLength(options, videoLengthLimits)
  const secrets = projectSecretsFor(options, account, (llm.stored ?? storage.stored) !== undefined)
  return { given, projectDefaults, options, secrets }
}
