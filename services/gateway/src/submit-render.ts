import { randomUUIDv7 } from 'node:crypto'
import type { Submission } from '@render/jobs'
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
import { orQueueAway } from './queue-away.ts'
import { routeRender } from './route-render.ts'

export interface RenderRequest {
  body: Record<string, unknown>
  /** Whether the body came as a form, in which everything is text. */
  isForm: boolean
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
}

/**
 * Makes a render of the options in a body: valid, its addresses checked, its secrets sealed. Nothing is queued yet.
 * @throws {RenderError} when an option is wrong.
 */
export async function prepareRender(
  { body, isForm, isAsync, caller, requestId }: RenderRequest,
  {
    egress,
    seals,
    routing,
    options: { parseOptions },
  }: Pick<GatewayContext, 'egress' | 'seals' | 'routing' | 'options'>,
): Promise<PreparedRender> {
  const parsed = parseOptions(body, { isForm })
  const options = resolveOptions(await checkAddresses(parsed.options, egress))
  const { queue, warnings: aboutRoute } = routeRender(parsed.options, routing)
  const warnings = [
    ...warningsFor(parsed, options),
    ...aboutRoute,
    ...(isAsync ? missedWhenAsync(parsed.options, options) : []),
  ]
  const sealedProxies = findProxies(options, caller.account)
  const { open, sealed } = partSecrets(options)
  const { webhook_url } = sealed.dispatcher
  const { organisationId, projectId } = caller
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  return {
    submission: {
      id: randomUUIDv7(),
      render: {
        ...common,
        options: open,
        sealedOptions: await seals.worker(sealed.worker),
        ...(sealedProxies !== undefined && { sealedProxies }),
        warnings,
      },
      record: { ...common, options: worthRecording(open), ...(queue !== undefined && { queue }) },
      ...(webhook_url &&
        !options.skip_webhooks && {
          webhook: {
            ...common,
            sealedUrl: await seals.dispatcher(webhook_url),
            ...(options.custom_id !== undefined && { customId: options.custom_id }),
          },
        }),
    },
    redirectAfterSeconds: options.redirect_after,
    warnings,
  }
}

/**
 * Queues a render.
 * @throws {RenderError} `ServiceUnavailable` when the queue is away; the render may run all the same.
 */
export async function submitRender(
  { id, ...jobs }: Submission,
  { submitter, logger }: Pick<GatewayContext, 'submitter' | 'logger'>,
): Promise<void> {
  await orQueueAway(submitter.submit({ id, ...jobs }))
  const { requestId, projectId } = jobs.render
  logger.info({ requestId, renderId: id, projectId }, 'render accepted')
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
