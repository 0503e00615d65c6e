import { randomUUIDv7 } from 'node:crypto'
import { RenderError } from '@render/errors'
import { isForm, optionsBody, type Route } from '@render/http'
import { orQueueAway, type Batch, type Submission } from '@render/jobs'
import type { RequestHandler, Response } from 'express'
import { admitRenders, unlessRefused } from '../admit-renders.ts'
import { admitCaller, callerOf } from '../admit.ts'
import { batchUrl } from '../batch/batch-url.ts'
import { parseBatch } from '../batch/parse-batch.ts'
import { prepareBatch, type BatchRequest } from '../batch/prepare-batch.ts'
import { submitBatch, submitOnce } from '../batch/submit-batch.ts'
import { UNASKED } from '../check-addresses.ts'
import type { GatewayContext } from '../context.ts'
import { repeatableOf } from '../idempotency-key.ts'
import { createdRender } from '../respond.ts'
import { routeRender } from '../route-render.ts'
import { tellWarnings } from '../tell-render.ts'

/** Makes several renders, all of them or none, and answers at once. */
export function createBatch(context: GatewayContext): Route {
  const create: RequestHandler = async (req, res) => {
    const caller = callerOf(res)
    const asked = await parseBatch(req.body as Record<string, unknown>, caller.account, context.options)
    const { renders, webhook_url, warnings } = asked
    const batch = {
      id: randomUUIDv7(),
      projectId: caller.projectId,
      renderIds: renders.map(() => randomUUIDv7()),
      createdAt: Date.now(),
    }
    const request = { batch, asked, caller, requestId: String(res.locals.requestId) }
    const wanted = renders.map(({ options, unknown }) => ({ options, unknown }))
    const repeatable = repeatableOf(req, caller, { renders: wanted, webhook_url })
    const isAccepted = repeatable && (await orQueueAway(context.claims.isAccepted(repeatable)))
    const submissions = isAccepted
      ? await prepareBatch(request, { ...context, egress: UNASKED })
      : await prepareNew(request, res, context)
    const made = repeatable
      ? await submitOnce(repeatable, batch, submissions, context)
      : await submitBatch(batch, submissions, context)
    answer(res, made, { submissions, warnings }, context)
  }
  const post = [
    admitCaller(context),
    refuseForms,
    optionsBody(context.bodyLimitBytes, context.bodyLimits),
    create,
  ]
  return { name: 'create-batch', paths: ['/v1/render/batch'], handlers: { post } }
}

const refuseForms: RequestHandler = (req, _res, next) => {
  const message = 'Send the renders of a batch as application/json.'
  next(isForm(req) ? new RenderError('UnsupportedMediaType', { message }) : undefined)
}

/** Within the limits of whoever asks. */
async function prepareNew(
  request: BatchRequest,
  res: Response,
  context: GatewayContext,
): Promise<Submission[]> {
  const { batch, asked, caller } = request
  const queues = asked.renders.map((each) => routeRender(each, context.routing).queue)
  const [first, ...others] = new Set(queues)
  const prepare = async () => {
    await admitRenders(res, caller, { renderIds: batch.renderIds, isAsync: true, queue: first }, context)
    // They have been counted, all at once: a rate that is too low for them passes them when nothing of it was used.
    for (const queue of others)
      await admitRenders(res, caller, { renderIds: [], isAsync: true, queue }, context)
    return prepareBatch(request, context)
  }
  return unlessRefused(prepare(), caller, batch.renderIds, context)
}

function answer(
  res: Response,
  { id, renderIds }: Batch,
  { submissions, warnings }: { submissions: Submission[]; warnings: string[] },
  { urls }: Pick<GatewayContext, 'urls'>,
): void {
  const created = renderIds.map((renderId, index) => {
    return { renderId, warnings: submissions[index]!.render.warnings }
  })
  tellWarnings(res, [...warnings, ...created.flatMap((each) => each.warnings)])
  res.status(201).json({
    status: 'created',
    batchId: id,
    statusUrl: batchUrl(urls.public, id),
    renders: created.map((each) => createdRender(each, urls)),
    ...(warnings.length > 0 && { warnings }),
  })
}
