import { orQueueAway, type Claim, type Repeatable, type Submission } from '@render/jobs'
import {
  partSecrets,
  resolveOptions,
  warningsFor,
  type GivenOptions,
  type PublicOptions,
  type RenderOptions,
} from '@render/options'
import type { Caller } from './authenticate.ts'
import { checkAddresses } from './check-addresses.ts'
import type { GatewayContext } from './context.ts'
import { findProxies } from './find-proxies.ts'
import { blameProject, warningsOfProject, type AskedOptions } from './read-options.ts'
import { routeRender } from './route-render.ts'

export interface RenderRequest {
  /** What the render is to be called. */
  renderId: string
  asked: AskedOptions
  /** Whether the caller is answered before the render is made. */
  isAsync: boolean
  caller: Caller
  requestId: string
}

export interface PreparedRender {
  submission: Submission
  /** Seconds after which a synchronous caller is sent on; 0 for never. */
  redirectAfterSeconds: number
  /** Sentences for the caller. */
  warnings: string[]
  /** Of a request with an `Idempotency-Key`: how far the render was when it came. */
  claimed?: { repeatable: Repeatable; state: Claim['state'] }
}

/**
 * Makes a render of options: its addresses checked, its secrets sealed. Nothing is queued yet.
 * @throws {RenderError} when an option is wrong.
 */
export async function prepareRender(
  { renderId, asked, isAsync, caller, requestId }: RenderRequest,
  { egress, seals, routing }: Pick<GatewayContext, 'egress' | 'seals' | 'routing'>,
): Promise<PreparedRender> {
  const [given, defaults] = await Promise.all([
    checkAddresses(asked.options, egress),
    checkAddresses(asked.defaults.options, egress).catch((error: unknown) => {
      throw blameProject(error)
    }),
  ])
  const options = resolveOptions(given, defaults)
  const { queue, warnings: aboutRoute } = routeRender(asked, routing)
  const warnings = [
    ...warningsFor(asked, options),
    ...warningsOfProject(asked.defaults, options),
    ...aboutRoute,
    ...(isAsync ? missedWhenAsync(asked.options, options) : []),
  ]
  const sealedProxies = findProxies(options, caller.account)
  const { open, sealed } = partSecrets(options)
  const { webhook_url } = sealed.dispatcher
  const { organisationId, projectId } = caller
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  return {
    submission: {
      id: renderId,
      render: {
        ...common,
        options: open,
        ...(Object.keys(sealed.worker).length > 0 && { sealedOptions: seals.worker(sealed.worker) }),
        ...(sealedProxies !== undefined && { sealedProxies }),
        warnings,
      },
      record: { ...common, options: worthRecording(open), ...(queue !== undefined && { queue }) },
      ...(webhook_url &&
        !options.skip_webhooks && {
          webhook: {
            ...common,
            sealedUrl: seals.dispatcher(webhook_url),
            ...(options.custom_id !== undefined && { customId: options.custom_id }),
          },
        }),
    },
    redirectAfterSeconds: options.redirect_after,
    warnings,
  }
}

/**
 * Queues a render, unless a former request with the same key did.
 * @throws {RenderError} `ServiceUnavailable` when the queue is away; the render may run all the same.
 */
export async function submitRender(
  { submission, claimed }: PreparedRender,
  context: Pick<GatewayContext, 'submitter' | 'claims' | 'lookUp' | 'logger'>,
): Promise<void> {
  if (claimed?.state === 'accepted') return
  const isQueued = claimed?.state === 'resumed' && (await context.lookUp.find(submission.id)) !== undefined
  if (!isQueued) await queueRender(submission, context)
  // Who repeats a request that could not be noted as accepted looks for its render.
  if (claimed) await context.claims.accept(claimed.repeatable).catch(() => {})
}

async function queueRender(
  submission: Submission,
  { submitter, logger }: Pick<GatewayContext, 'submitter' | 'logger'>,
): Promise<void> {
  await orQueueAway(submitter.submit(submission))
  const { requestId, projectId } = submission.render
  logger.info({ requestId, renderId: submission.id, projectId }, 'render accepted')
}

/** Sentences about what only a caller who waits could notice. */
function missedWhenAsync(
  { redirect_after }: GivenOptions,
  { response_type }: Pick<RenderOptions, 'response_type'>,
): string[] {
  const isForFiles = !['json', 'jsondebug'].includes(response_type)
  return [
    ...(redirect_after === undefined ? [] : ['"redirect_after" has no effect on an asynchronous render.']),
    ...(isForFiles
      ? [`"response_type" ${response_type} has no effect on an asynchronous render: its record is JSON.`]
      : []),
  ]
}

/** Supplied markup is megabytes of somebody's content, which a record has no use for; of `tag` and the others it has. */
function worthRecording(options: PublicOptions): PublicOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'html'))
}
