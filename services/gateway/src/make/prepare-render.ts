import type { Submission } from '@render/jobs'
import { splitSecrets, warningsFor, type GivenOptions, type ResolvedOptions } from '@render/options'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../intake/identify.ts'
import { warningsOfDefaults, type RequestedOptions } from '../intake/read-options.ts'
import { resolveRequested, type Resolving } from './resolve-requested.ts'
import { planUpload } from './storage-settings.ts'
import type { QueueRoute } from './route-render.ts'

export interface RenderRequest {
  /** Id that the render gets. */
  id: string
  requested: RequestedOptions
  route: QueueRoute
  /** Whether the caller is answered before the render has ended. */
  isAsync: boolean
  isLink: boolean
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
  { id, requested, route, isAsync, isLink, caller, requestId }: RenderRequest,
  context: Resolving & Pick<GatewayContext, 'seals'>,
): Promise<PreparedRender> {
  const { options, secrets } = await resolveRequested(requested, caller.account, context)
  const warnings = [
    ...(requested.warnings ?? []),
    ...warningsFor(requested, options),
    ...warningsOfDefaults(requested.defaults, options),
    ...route.warnings,
    ...(isLink ? [] : warningsOfCaching(requested.options)),
    ...(isAsync ? warningsOfAsync(requested.options, options) : warningsOfForm(requested.options, options)),
  ]
  const { seals } = context
  const upload = planUpload({ options, projectId: caller.projectId, isAsync, isLink })
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
        ...secrets,
        ...(upload && { upload }),
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

/** Warns about options that have an effect only on a link. */
function warningsOfCaching({ ttl, force, unique, cache_ignore }: GivenOptions): string[] {
  return Object.entries({ ttl, force, unique, cache_ignore })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `"${name}" has an effect only in a render link.`)
}

/** Warns about options that have an effect only on another form of answer. */
function warningsOfForm(
  { download }: GivenOptions,
  { response_type }: Pick<ResolvedOptions, 'response_type'>,
): string[] {
  if (download === undefined || response_type === 'binary') return []
  return [`"download" has no effect with "response_type" ${response_type}.`]
}
