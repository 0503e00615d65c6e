import { toJobOptions, type Owner, type PrivateJobPart, type RenderJob, type Submission } from '@render/jobs'
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

/** The members that all jobs of a render share. */
type Common = Owner & Pick<RenderJob, 'requestId' | 'createdAt'>

/**
 * Makes the jobs of a render from its options: checks its addresses and seals its secrets.
 * @throws {RenderError} when an option is wrong.
 */
export async function prepareRender(
  { id, requested, route, isAsync, isLink, caller, requestId }: RoutedRender,
  { seals, sealingKeyOf, ...context }: ResolveContext & Pick<GatewayContext, 'seals' | 'sealingKeyOf'>,
): Promise<PreparedRender> {
  const { given, options, secrets } = await resolveRequested(requested, caller.account, context)
  const warnings = [
    ...(requested.warnings ?? []),
    ...warningsFor(requested, options),
    ...warningsOfDefaults(requested.defaults, options),
    ...route.warnings,
    ...warningsOfRequest(requested.options, options, { isAsync, isLink }),
  ]
  const { organisationId, projectId } = caller
  const targetFor = (options: ResolvedOptions) => planUpload({ options, projectId, isAsync, isLink })
  const upload = withAttribution(
    given,
    () => targetFor(options),
    () => targetFor(resolveOptions(given)),
  )
  const part = { warnings, upload, answerKey: isAsync ? undefined : sealingKeyOf(id) }
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  const purpose = { projectId, id }
  return {
    submission: {
      id,
      render: { ...renderJob(common, options, part, (value) => seals.worker(value, purpose)), ...secrets },
      record: recordJob(common, options, route),
      webhook: webhookJob(common, options, (url) => seals.dispatcher(url, purpose)),
    },
    redirectAfterSeconds: options.redirect_after,
    warnings,
  }
}

function renderJob(
  common: Common,
  options: ResolvedOptions,
  { answerKey, ...part }: PrivateJobPart,
  seal: (value: unknown) => string,
): RenderJob {
  const { plain, sealed } = splitSecrets(options)
  return {
    ...common,
    ...toJobOptions(plain),
    ...(Object.keys(sealed.worker).length > 0 && { sealedOptions: seal(sealed.worker) }),
    ...(options.secure_mode ? { sealedPlan: seal({ ...part, answerKey }), warnings: [] } : part),
  }
}

function recordJob(common: Common, options: ResolvedOptions, { queue }: QueueRoute): Submission['record'] {
  return { ...common, ...toJobOptions(recordedOptions(options)), ...(queue !== undefined && { queue }) }
}

/** Returns undefined when no event is wanted. */
function webhookJob(
  common: Common,
  { webhook_url, skip_webhooks, custom_id, secure_mode }: ResolvedOptions,
  seal: (url: string) => string,
): Submission['webhook'] {
  if (!webhook_url || skip_webhooks) return undefined
  return { ...common, sealedUrl: seal(webhook_url), ...(!secure_mode && { customId: custom_id }) }
}
