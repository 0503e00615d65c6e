import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { findDelivery } from '../deliveries.ts'
import { operatorRoute } from './operator-route.ts'

/** Tells what became of one event; that of a render has its id. */
export function getDelivery(context: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return operatorRoute(context, {
    name: 'delivery',
    method: 'get',
    path: 'deliveries/:id',
    what: 'delivery',
    async answer(req, owner) {
      const delivery = await findDelivery(context.database, owner, String(req.params.id))
      return delivery && { delivery }
    },
  })
}
