import { randomUUIDv7 } from 'node:crypto'
import type { Submission } from '@render/jobs'
import { parseOptions, partSecrets, resolveOptions, warningsFor, type PublicOptions } from '@render/options'
import type { Caller } from './authenticate.ts'
import { checkAddresses } from './check-addresses.ts'
import type { GatewayContext } from './context.ts'
import { orQueueAway } from './queue-away.ts'

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
  body: Record<string, unknown>,
  { organisationId, projectId }: Caller,
  requestId: string,
  { egress, seals }: Pick<GatewayContext, 'egress' | 'seals'>,
): Promise<PreparedRender> {
  const parsed = parseOptions(body)
  const options = resolveOptions(await checkAddresses(parsed.options, egress))
  const warnings = warningsFor(parsed, options)
  const { open, sealed } = partSecrets(options)
  const common = { organisationId, projectId, requestId, createdAt: Date.now() }
  const { webhook_url } = sealed.dispatcher
  return {
    submission: {
      id: randomUUIDv7(),
      render: {
        ...common,
        options: open,
        sealedOptions: await seals.worker(sealed.worker),
        warnings,
      },
      record: { ...common, options: worthRecording(open) },
      ...(webhook_url && { webhook: { ...common, sealedUrl: await seals.dispatcher(webhook_url) } }),
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

/** Supplied markup is megabytes of somebody's content, which a record has no use for. */
function worthRecording(options: PublicOptions): PublicOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => name !== 'html'))
}
