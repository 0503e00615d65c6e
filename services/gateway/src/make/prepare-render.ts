import { toJobOptions, type PrivatePlan, type RenderJob, type Submission } from '@render/jobs'
import {
  recordedOptions,
  resolveOptions,
  splitSecrets,
  warningsFor,
  type GivenOptions,
  type ResolvedOptions,
} from '@render/options'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../intake/identify.ts'
import { warningsOfDefaults, withAttribution, type RequestedOptions } from '../intake/read-options.ts'
import { resolveRequested, type ResolveContext } from './resolve-requested.ts'
import { planUpload } from './plan-upload.ts'
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
  context: ResolveContext & Pick<GatewayContext, 'seals' | 'sealingKeyOf'>,
): Promise<PreparedRender> {
  const { given, options, secrets } = await resolveRequested(requested, caller.account, context)
  const warnings = [
    ...(requested.warnings ?? []),
    ...warningsFor(requested, options),
    ...warningsOfDefaults(requested.defaults, options),
    ...route.warnings,
    ...(isLink ? [] : warningsOfCaching(requested.options)),
    ...(isAsync
      ? warningsOfAsync(requested.options, options)
      : warningsOfResponseType(requested.options, options)),
  ]
  const { seals, sealingKeyOf } = context
  const planFor = (options: ResolvedOptions) =>
    planUpload({ options, projectId: caller.projectId, isAsync, isLink })
  const upload = withAttribution(
    given,
    () => planFor(options),
    () => planFor(resolveOptions(given)),
  )
  const { open, sealed } = splitSecrets(options)
  const { webhook_url } = sealed.dispatcher
  const { queue } = route
  const { organisationId, projectId } = caller
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  const purpose = { projectId, id }
  const plan = { warnings, ...(upload && { upload }) }
  return {
    submission: {
      id,
      render: {
        ...common,
        ...toJobOptions(open),
        ...(Object.keys(sealed.worker).length > 0 && { sealedOptions: seals.worker(sealed.worker, purpose) }),
        ...secrets,
        ...(options.secure_mode
          ? sealPlan({ ...plan, ...(!isAsync && { answerKey: sealingKeyOf(id) }) })
          : plan),
      },
      record: {
        ...common,
        ...toJobOptions(recordedOptions(options)),
        ...(queue !== undefined && { queue }),
      },
      ...(webhook_url &&
        !options.skip_webhooks && {
          webhook: {
            ...common,
            sealedUrl: seals.dispatcher(webhook_url, purpose),
            ...(options.custom_id !== undefined && !options.secure_mode && { customId: options.custom_id }),
          },
        }),
    },
    redirectAfterSeconds: options.redirect_after,
    warnings,
  }

  function sealPlan(plan: PrivatePlan): Pick<RenderJob, 'sealedPlan' | 'warnings'> {
    return { sealedPlan: seals.worker(plan, purpose), warnings: [] }
  }
}

/** Warns about options that have an effect only for a caller who waits. */
function warningsOfAsync({ redirect_after, download }: GivenOptions, options: ResolvedOptions): string[] {
  const { response_type, secure_mode, use_s3, use_azure } = options
  const path = (use_s3 && 's3_path') || (use_azure && 'azure_path')
  const isForFiles = !['json', 'jsondebug'].includes(response_type)
  const isUnknown = secure_mode && path && !options[path]
  const sent = Object.entries({ redirect_after, download }).filter(([, value]) => value !== undefined)
  return [
    ...sent.map(([name]) => `"${name}" has no effect on an asynchronous render.`),
    ...(isForFiles
      ? [`"response_type" ${response_type} has no effect on an asynchronous render: its record is JSON.`]
      : []),
    ...(isUnknown ? [`"secure_mode" keeps no address: set "${path}" to know where the file is.`] : []),
  ]
}

/** Warns about options that have an effect only on a link. */
function warningsOfCaching({ ttl, force, unique, cache_ignore }: GivenOptions): string[] {
  return Object.entries({ ttl, force, unique, cache_ignore })
    .filter(([, value]) => value !== undefined)
    .map(([name]) => `"${name}" has an effect only in a render link.`)
}

/** Warns about options that have an effect only with another `response_type`. */
function warningsOfResponseType(
  { download }: GivenOptions,
  { response_type }: Pick<ResolvedOptions, 'response_type'>,
): string[] {
  if (download === undefined || response_type === 'binary') return []
  return [`"download" has no effect with "response_type" ${response_type}.`]
}
