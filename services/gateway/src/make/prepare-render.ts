import type { RenderJob, Submission } from '@render/jobs'
import type { Account } from '@render/management-client'
import { RenderError } from '@render/errors'
import {
  requireFrames,
  requireSupported,
  resolveOptions,
  splitSecrets,
  warningsFor,
  type GivenOptions,
  type ResolvedOptions,
} from '@render/options'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../intake/identify.ts'
import { attributeToDefaults, warningsOfDefaults, type RequestedOptions } from '../intake/read-options.ts'
import { checkAddresses } from './check-addresses.ts'
import { requireLlmSettings, useLlmCredential } from './llm-settings.ts'
import type { QueueRoute } from './route-render.ts'

export interface RenderRequest {
  /** Id that the render gets. */
  id: string
  requested: RequestedOptions
  route: QueueRoute
  /** Whether the caller is answered before the render has ended. */
  isAsync: boolean
  caller: Caller
  requestId: string
}

export interface PreparedRender {
  submission: Submission
  /** Seconds after which a synchronous caller is redirected; 0 for never. */
  redirectAfterSeconds: number
  /** Warnings for the caller. */
  warnings: string[]
}

/**
 * Makes the jobs of a render from its options: checks its addresses and seals its secrets.
 * @throws {RenderError} when an option is wrong.
 */
export async function prepareRender(
  { id, requested, route, isAsync, caller, requestId }: RenderRequest,
  { egress, seals, maxVideoFrames }: Pick<GatewayContext, 'egress' | 'seals' | 'maxVideoFrames'>,
): Promise<PreparedRender> {
  const [given, defaults] = await Promise.all([
    checkAddresses(requested.options, egress),
    checkAddresses(requested.defaults.options, egress).catch((error: unknown) => {
      throw attributeToDefaults(error)
    }),
  ])
  const llm = useLlmCredential(given, defaults, caller.account)
  const options = resolveOptions(given, llm.defaults)
  requireLlmSettings(options, llm.stored)
  requireFrames(options, maxVideoFrames)
  requireSupported(given)
  requireSupportedDefaults(defaults)
  const warnings = [
    ...(requested.warnings ?? []),
    ...warningsFor(requested, options),
    ...warningsOfDefaults(requested.defaults, options),
    ...route.warnings,
    ...(isAsync ? warningsOfAsync(requested.options, options) : warningsOfForm(requested.options, options)),
  ]
  const projectSecrets = projectSecretsFor(options, caller.account, llm.stored !== undefined)
  const { open, sealed } = splitSecrets(options)
  const { webhook_url } = sealed.dispatcher
  const { queue } = route
  const { organisationId, projectId } = caller
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  const purpose = { projectId, id }
  return {
    submission: {
      id,
      render: {
        ...common,
        options: open,
        ...(Object.keys(sealed.worker).length > 0 && { sealedOptions: seals.worker(sealed.worker, purpose) }),
        ...projectSecrets,
        warnings,
      },
      // What is neither secret nor private, such as `tag`.
      record: { ...common, options: open, ...(queue !== undefined && { queue }) },
      ...(webhook_url &&
        !options.skip_webhooks && {
          webhook: {
            ...common,
            sealedUrl: seals.dispatcher(webhook_url, purpose),
            ...(options.custom_id !== undefined && { customId: options.custom_id }),
          },
        }),
    },
    redirectAfterSeconds: options.redirect_after,
    warnings,
  }
}

function requireSupportedDefaults(defaults: GivenOptions): void {
  try {
    requireSupported(defaults)
  } catch (error) {
    throw attributeToDefaults(error)
  }
}

/** Warns about options that have an effect only for a caller who waits. */
function warningsOfAsync(
  { redirect_after, download }: GivenOptions,
  { response_type }: Pick<ResolvedOptions, 'response_type'>,
): string[] {
  const isForFiles = !['json', 'jsondebug'].includes(response_type)
  const sent = Object.entries({ redirect_after, download }).filter(([, value]) => value !== undefined)
  return [
    ...sent.map(([name]) => `"${name}" has no effect on an asynchronous render.`),
    ...(isForFiles
      ? [`"response_type" ${response_type} has no effect on an asynchronous render: its record is JSON.`]
      : []),
  ]
}

/** Warns about options that have an effect only on another form of answer. */
function warningsOfForm(
  { download }: GivenOptions,
  { response_type }: Pick<ResolvedOptions, 'response_type'>,
): string[] {
  if (download === undefined || response_type === 'binary') return []
  return [`"download" has no effect with "response_type" ${response_type}.`]
}

/**
 * Returns the project's secrets, as management sealed them, when an attempt of the render may use a proxy, or when it asks a
 * language model with them.
 * @throws {RenderError} `InvalidOptions` when the project has no proxy.
 */
function projectSecretsFor(
  { use_proxy, retry_with = [] }: Pick<ResolvedOptions, 'use_proxy' | 'retry_with'>,
  { project }: Pick<Account, 'project'>,
  usesLlm: boolean,
): Pick<RenderJob, 'sealedForWorker' | 'sealedProxies'> {
  const at = retry_with.findIndex((entry) => entry.use_proxy)
  const usesProxy = use_proxy || at >= 0
  const { sealedForWorker, sealedProxies } = project ?? {}
  if (sealedForWorker !== undefined && (usesProxy || usesLlm)) return { sealedForWorker }
  if (!usesProxy) return {}
  if (sealedProxies !== undefined) return { sealedProxies }
  const option = use_proxy ? 'use_proxy' : 'retry_with'
  const message = `${use_proxy ? '' : `In "retry_with[${at}]": `}"use_proxy": the project has no proxy.`
  throw RenderError.forOption(option, message)
}
