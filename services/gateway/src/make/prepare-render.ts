import { toJobOptions, type PrivateJobPart, type RenderJob, type Submission } from '@render/jobs'
import {
  recordedOptions,
  resolveOptions,
  splitSecrets,
  warningsFor,
  type ResolvedOptions,
} from '@render/options'
import type { GatewayContext } from '../context.ts'
import type { Caller } from '../intake/identify.ts'
import { warningsOfDefaults, withAttribution, type RequestedOptions } from '../intake/read-options.ts'
import { resolveRequested, type ResolveContext } from './resolve-requested.ts'
import { planUpload } from './plan-upload.ts'
import { warningsOfRequest } from './request-warnings.ts'
import type { QueueRoute } from './route-render.ts'

export interface RoutedRender {
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
  { id, requested, route, isAsync, isLink, caller, requestId }: RoutedRender,
  context: ResolveContext & Pick<GatewayContext, 'seals' | 'sealingKeyOf'>,
): Promise<PreparedRender> {
  const { given, options, secrets } = await resolveRequested(requested, caller.account, context)
  const warnings = [
    ...(requested.warnings ?? []),
    ...warningsFor(requested, options),
    ...warningsOfDefaults(requested.defaults, options),
    ...route.warnings,
    ...warningsOfRequest(requested.options, options, { isAsync, isLink }),
  ]
  const { seals, sealingKeyOf } = context
  const targetFor = (options: ResolvedOptions) =>
    planUpload({ options, projectId: caller.projectId, isAsync, isLink })
  const upload = withAttribution(
    given,
    () => targetFor(options),
    () => targetFor(resolveOptions(given)),
  )
  const { open, sealed } = splitSecrets(options)
  const { webhook_url } = sealed.dispatcher
  const { queue } = route
  const { organisationId, projectId } = caller
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  const purpose = { projectId, id }
  const jobPart = { warnings, ...(upload && { upload }) }
  return {
    submission: {
      id,
      render: {
        ...common,
        ...toJobOptions(open),
        ...(Object.keys(sealed.worker).length > 0 && { sealedOptions: seals.worker(sealed.worker, purpose) }),
        ...secrets,
        ...(options.secure_mode
          ? sealPart({ ...jobPart, ...(!isAsync && { answerKey: sealingKeyOf(id) }) })
          : jobPart),
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

  function sealPart(part: PrivateJobPart): Pick<RenderJob, 'sealedPlan' | 'warnings'> {
    return { sealedPlan: seals.worker(part, purpose), warnings: [] }
  }
}
