import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { rotateWebhookSecret } from '../webhook-secrets.ts'
import { operatorRoute, wrong } from './operator-route.ts'

const HOUR_MS = 3_600_000
const MOST_HOURS = 720

/** Gives a project a new webhook secret; the former one is valid beside it for `overlapHours`. */
export function postWebhookSecret(context: Pick<ManagementContext, 'database' | 'vault' | 'tokens'>): Route {
  return operatorRoute(context, {
    name: 'webhook secret',
    method: 'post',
    path: 'webhook-secrets',
    status: 201,
    hasBody: true,
    what: 'project',
    async answer({ body }, owner) {
      const { overlapHours = 24 } = body as { overlapHours?: unknown }
      if (typeof overlapHours !== 'number' || !(overlapHours >= 0 && overlapHours <= MOST_HOURS))
        throw wrong('overlapHours', `a number from 0 to ${MOST_HOURS}`)
      const project = { ...owner, overlapMs: overlapHours * HOUR_MS }
      return rotateWebhookSecret(context.database, context.vault, project)
    },
  })
}
