import { RenderError } from '@render/errors'
import { asServiceUnavailable } from '@render/jobs'
import { randomUUIDv7 } from 'node:crypto'
import type { GatewayContext } from '../context.ts'
import type { Intake } from '../intake/intake.ts'

/** The ids of a request's renders, and whether they are made. */
export interface AssignedIds {
  /** Makes new renders, returns those of an equal request, or fails because another request has the idempotency key. */
  state: 'fresh' | 'existing' | 'conflict'
  /** Id of the render, or of the batch. */
  id: string
  renderIds: string[]
}

/**
 * Assigns ids to the renders of a request, and decides whether they are made: always without an idempotency key; with one
 * after one call to Redis. Without an earlier request of the same key, the id of the request becomes that of its render or
 * batch.
 * @throws {RenderError} `RenderNotFound` when the batch of an equal request is not known any more.
 */
export async function assignIds(
  { requestId, idempotent, renders, batch }: Intake,
  { idempotency, renderLookup }: Pick<GatewayContext, 'idempotency' | 'renderLookup'>,
): Promise<AssignedIds> {
  const withNewRenders = (state: 'fresh' | 'conflict', id: string): AssignedIds => {
    return { state, id, renderIds: batch ? renders.map(() => randomUUIDv7()) : [id] }
  }
  if (!idempotent) return withNewRenders('fresh', requestId)

  const { id, state } = await asServiceUnavailable(idempotency.reserve(idempotent, requestId))
  if (state === 'conflict') return withNewRenders('conflict', requestId)
  if (state === 'fresh') return withNewRenders('fresh', id)
  // The answer is made from the id alone, so an accepted render needs no lookup here.
  if (state === 'existing' && !batch) return { state, id, renderIds: [id] }

  const renderIds = batch ? await findBatch(id, renderLookup) : await findRender(id, renderLookup)
  if (!renderIds && state === 'existing') throw new RenderError('RenderNotFound')
  if (!renderIds) return withNewRenders('fresh', id)
  if (state === 'resumed') await confirm({ idempotent }, { idempotency })
  return { state: 'existing', id, renderIds }
}

/** Confirms that the renders of a request are queued. If this fails, a repeated request looks them up instead. */
export async function confirm(
  { idempotent }: Pick<Intake, 'idempotent'>,
  { idempotency }: Pick<GatewayContext, 'idempotency'>,
): Promise<void> {
  if (idempotent) await idempotency.accept(idempotent).catch(() => {})
}

async function findRender(
  id: string,
  renderLookup: Pick<GatewayContext['renderLookup'], 'find'>,
): Promise<string[] | undefined> {
  return (await renderLookup.find(id)) && [id]
}

async function findBatch(
  id: string,
  renderLookup: Pick<GatewayContext['renderLookup'], 'batch'>,
): Promise<string[] | undefined> {
  const batch = await renderLookup.batch(id)
  return batch?.renders.map(({ renderId }) => renderId)
}
