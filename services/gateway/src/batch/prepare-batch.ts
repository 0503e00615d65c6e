import type { Batch, Submission } from '@render/jobs'
import type { Caller } from '../authenticate.ts'
import { checkAddresses } from '../check-addresses.ts'
import type { GatewayContext } from '../context.ts'
import { prepareRender } from '../submit-render.ts'
import { eachRender } from './each-render.ts'
import type { AskedBatch } from './parse-batch.ts'

export interface BatchRequest {
  batch: Batch
  asked: AskedBatch
  caller: Caller
  requestId: string
}

/**
 * Makes the renders of a batch of options, as `prepareRender` does. Nothing is queued yet.
 * @throws {RenderError} `InvalidOptions` with every complaint about every render.
 */
export async function prepareBatch(
  { batch, asked, caller, requestId }: BatchRequest,
  context: Pick<GatewayContext, 'egress' | 'seals' | 'routing'>,
): Promise<Submission[]> {
  const { id, renderIds, createdAt } = batch
  const { webhook_url } = await checkAddresses({ webhook_url: asked.webhook_url }, context.egress)
  const place = {
    id,
    size: renderIds.length,
    createdAt,
    ...(webhook_url && { sealedUrl: context.seals.dispatcher(webhook_url) }),
  }
  return eachRender(asked.renders, async (asked, index) => {
    const request = { renderId: renderIds[index]!, asked, isAsync: true, caller, requestId }
    const { submission } = await prepareRender(request, context)
    return { ...submission, record: { ...submission.record, batch: { ...place, index } } }
  })
}
