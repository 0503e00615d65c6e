import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { replayFailed } from '../replay-deliveries.ts'
import { operatorRoute, wrong } from './operator-route.ts'

/** Has all events told anew that were given up and came since a time. */
export function postReplays(context: Pick<ManagementContext, 'database' | 'webhooks' | 'tokens'>): Route {
  return operatorRoute(context, {
    name: 'replays',
    method: 'post',
    path: 'replays',
    status: 202,
    hasBody: true,
    what: 'project',
    async answer({ body }, owner) {
      const since = new Date(String((body as { since?: unknown }).since))
      if (Number.isNaN(since.getTime())) throw wrong('since', 'a time in ISO 8601')
      return replayFailed(context, owner, since)
    },
  })
}
