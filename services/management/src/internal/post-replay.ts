import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { replayDelivery } from '../replay-deliveries.ts'
import { operatorRoute } from './operator-route.ts'

/** Has one event told anew. */
export function postReplay(context: Pick<ManagementContext, 'database' | 'webhooks' | 'tokens'>): Route {
  return operatorRoute(context, {
    name: 'replay',
    method: 'post',
    path: 'deliveries/:id/replay',
    status: 202,
    what: 'delivery',
    async answer(req, owner) {
      const delivery = await replayDelivery(context, owner, String(req.params.id))
      return delivery && { delivery }
    },
  })
}
