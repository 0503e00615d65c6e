import type { Route } from '@render/http'
import type { Request } from 'express'
import type { ManagementContext } from '../context.ts'
import { findDeliveries, type DeliveryFilter } from '../deliveries.ts'
import { DeliveryState } from '../generated/client.ts'
import { operatorRoute, wrong } from './operator-route.ts'

const MOST = 100

/** Tells what became of a project's events. `after` is the id of the last one seen. */
export function listDeliveries(context: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return operatorRoute(context, {
    name: 'deliveries',
    method: 'get',
    path: 'deliveries',
    what: 'project',
    answer: async (req, owner) => ({
      deliveries: await findDeliveries(context.database, owner, filterOf(req)),
    }),
  })
}

function filterOf({ query }: Request): DeliveryFilter {
  const { state, after, limit = String(MOST) } = query as Record<string, string | undefined>
  if (state !== undefined && !Object.hasOwn(DeliveryState, state))
    throw wrong('state', `one of ${Object.keys(DeliveryState).join(', ')}`)
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
    throw wrong('limit', `a whole number from 1 to ${MOST}`)
  return {
    ...(state && { state: state as DeliveryState }),
    ...(after && { after }),
    limit: Number(limit),
  }
}
