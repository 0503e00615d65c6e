import type { Route } from '@render/http'
import type { Request } from 'express'
import type { ManagementContext } from '../context.ts'
import { findDeliveries, findDelivery, type DeliveryFilter } from '../deliveries.ts'
import { DeliveryState } from '../generated/client.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { ownerOf, projectPath, wrong } from './project-path.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'tokens'>

const MOST = 100

/** Tells what became of a project's events. `after` is the id of the last one seen. */
export function listDeliveries({ database, tokens }: Context): Route {
  return {
    name: 'internal deliveries',
    paths: [projectPath('deliveries')],
    handlers: {
      get: [
        requireToken(tokens.operator),
        async (req, res) => {
          const found = findDeliveries(database, ownerOf(req), filterOf(req))
          res.json({ deliveries: await answerFromDatabase('project', found) })
        },
      ],
    },
  }
}

/** Tells what became of one event; that of a render has its id. */
export function getDelivery({ database, tokens }: Context): Route {
  return {
    name: 'internal delivery',
    paths: [projectPath('deliveries/:id')],
    handlers: {
      get: [
        requireToken(tokens.operator),
        async (req, res) => {
          const found = findDelivery(database, ownerOf(req), String(req.params.id))
          res.json({ delivery: await answerFromDatabase('delivery', found) })
        },
      ],
    },
  }
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
