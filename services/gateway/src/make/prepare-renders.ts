import { RenderError } from '@render/errors'
import type { Batch, Submission } from '@render/jobs'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import { mapRenders } from '../intake/map-renders.ts'
import type { Intake } from '../intake/intake.ts'
import type { AssignedIds } from '../idempotency/assign-ids.ts'
import { admitRenders } from './admit-renders.ts'
import { checkAddresses, SKIP_CHECKS } from './check-addresses.ts'
import { prepareRender, type PreparedRender } from './prepare-render.ts'
import { releaseOnFailure } from './release-renders.ts'
import { routeRender, type QueueRoute } from './route-render.ts'

/** The renders of a request, ready to be queued. */
export interface PreparedRenders {
  intake: Intake
  assigned: AssignedIds
  /** In the order of the request. */
  renders: PreparedRender[]
  /** Optional; set for a batch. */
  batch?: Batch
}

type PrepareContext = Pick<
  GatewayContext,
  | 'admission'
  | 'sealingKeyOf'
  | 'egress'
  | 'idempotency'
  | 'linkRenderLimit'
  | 'load'
  | 'videoLengthLimits'
  | 'operatorDefaults'
  | 'refused'
  | 'renderLimits'
  | 'routing'
  | 'seals'
>

/**
 * Routes, admits and prepares the renders of a request, with the rate and usage headers set. Nothing is queued yet. Renders
 * that exist already are prepared without admission and address checks, for their warnings.
 * @throws {RenderError} when an option is wrong (in a batch with every problem of every render), when a limit is
 *   exceeded, and `IdempotencyKeyReused` when another request has the idempotency key.
 */
export async function prepareRenders(
  intake: Intake,
  assigned: AssignedIds,
  res: Response,
  context: PrepareContext,
): Promise<PreparedRenders> {
  if (assigned.state === 'existing') {
    const routes = await routeAll(intake, context)
    return prepareAll(intake, assigned, routes, { ...context, egress: SKIP_CHECKS })
  }
  const work = async () => {
    const routes = await routeAll(intake, context)
    const queues = [...new Set(routes.map(({ queue }) => queue))]
    await admitRenders(res, intake, { renderIds: assigned.renderIds, queues }, context)
    const prepared = await prepareAll(intake, assigned, routes, context)
    // Reported last: a request that is refused for another reason is refused for that.
    if (assigned.state === 'conflict') throw new RenderError('IdempotencyKeyReused')
    return prepared
  }
  return releaseOnFailure(work(), intake, assigned, context)
}

function routeAll(intake: Intake, { routing }: Pick<PrepareContext, 'routing'>): Promise<QueueRoute[]> {
  return mapRenders(intake, (requested) => routeRender(requested, routing))
}

async function prepareAll(
  intake: Intake,
  assigned: AssignedIds,
  routes: QueueRoute[],
  context: Pick<
    PrepareContext,
    'sealingKeyOf' | 'egress' | 'seals' | 'videoLengthLimits' | 'operatorDefaults'
  >,
): Promise<PreparedRenders> {
  const { requestId, caller, isAsync } = intake
  const isLink = intake.link !== undefined
  const position = await prepareBatch(intake, assigned, context)
  const renders = await mapRenders(intake, async (requested, index) => {
    const render = await prepareRender(
      {
        id: assigned.renderIds[index]!,
        requested,
        route: routes[index]!,
        isAsync,
        isLink,
        caller,
        requestId,
      },
      context,
    )
    return position ? { ...render, submission: inBatch(render.submission, position, index) } : render
  })
  if (!position) return { intake, assigned, renders }
  const { id, renderIds } = assigned
  const batch = { id, projectId: caller.projectId, renderIds, createdAt: position.createdAt }
  return { intake, assigned, renders, batch }
}

type BatchPosition = Omit<NonNullable<Submission['record']['batch']>, 'index'>

async function prepareBatch(
  { batch, renders, caller: { projectId } }: Intake,
  { id }: AssignedIds,
  { egress, seals }: Pick<PrepareContext, 'egress' | 'seals'>,
): Promise<BatchPosition | undefined> {
  if (!batch) return undefined
  const { webhook_url } = await checkAddresses({ webhook_url: batch.webhook_url }, egress)
  const sealedUrl = webhook_url ? seals.dispatcher(webhook_url, { projectId, id }) : undefined
  return { id, size: renders.length, createdAt: Date.now(), ...(sealedUrl !== undefined && { sealedUrl }) }
}

function inBatch(submission: Submission, position: BatchPosition, index: number): Submission {
  return { ...submission, record: { ...submission.record, batch: { ...position, index } } }
}
