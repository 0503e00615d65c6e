import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { cursor, next, orNull, time } from '../api/schemas.ts'
import { pageOf } from '../database/list-order.ts'
import { findProject } from '../projects/projects.ts'
import { findDelivery, listDeliveries } from './deliveries.ts'
import { replayDelivery, replayFailed } from './replay-deliveries.ts'

const PROJECT = '/organisation/:org/projects/:project'
const ROOT = `${PROJECT}/webhook-deliveries`

const state = Type.Enum(['pending', 'delivered', 'gone', 'exhausted', 'lost'])

const delivery = Type.Object({
  id: Type.String({ description: 'Id of the event; for a render event, the id of the render.' }),
  event: orNull(Type.String({ description: 'Such as `render.succeeded`; null when it is not known.' })),
  state,
  origin: orNull(Type.String({ description: 'Scheme, host and port of the receiver.' })),
  createdAt: time('When the event was recorded.'),
  replays: Type.Integer({ description: 'Number of replays.' }),
  nextAttemptAt: orNull(time('When the next attempt is due.')),
  attempts: Type.Array(
    Type.Object({
      startedAt: time('When the attempt began.'),
      durationMs: Type.Integer(),
      status: orNull(Type.Integer({ description: 'HTTP status of the answer.' })),
      failure: orNull(Type.String({ description: 'Why there was no answer.' })),
      answer: orNull(Type.String({ description: 'The beginning of the answer.' })),
    }),
    { description: 'Latest first.' },
  ),
})

const deliveryWithBody = Type.Object({
  ...delivery.properties,
  body: orNull(Type.String({ description: 'Body of the webhook; null when it is not known.' })),
})

export const deliveryEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'listDeliveries',
    method: 'get',
    path: ROOT,
    summary: 'List the webhook deliveries of a project, latest first.',
    permission: 'deliveries:read',
    query: Type.Object({ state: Type.Optional(state), ...cursor }),
    response: Type.Object({ deliveries: Type.Array(delivery), next }),
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params, query }) {
      const owner = { organisationId, projectId: params.project! }
      orNotFound(await findProject(database, owner))
      const { limit } = query
      const found = await listDeliveries(database, owner, { ...query, limit: limit + 1 })
      const { page, next } = pageOf(found, limit)
      return { deliveries: page, next }
    },
  }),
  endpoint({
    id: 'getDelivery',
    method: 'get',
    path: `${ROOT}/:delivery`,
    summary: 'Get a webhook delivery with its body.',
    permission: 'deliveries:read',
    response: deliveryWithBody,
    failures: ['NOT_FOUND'],
    async run({ database }, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      return orNotFound(await findDelivery(database, owner, params.delivery!))
    },
  }),
  endpoint({
    id: 'replayDelivery',
    method: 'post',
    path: `${ROOT}/:delivery/replay`,
    summary:
      'Deliver an event again, with the same id and a full set of attempts. A pending one keeps its attempts and their times.',
    permission: 'deliveries:write',
    response: deliveryWithBody,
    failures: ['NOT_FOUND'],
    async run(context, { organisationId }, { params }) {
      const owner = { organisationId, projectId: params.project! }
      return orNotFound(await replayDelivery(context, owner, params.delivery!))
    },
  }),
  endpoint({
    id: 'replayFailed',
    method: 'post',
    path: `${PROJECT}/webhook-replays`,
    summary:
      'Deliver again up to 500 given-up events that were recorded since a given time: those with the fewest replays first, of these the oldest.',
    permission: 'deliveries:write',
    body: Type.Object({ since: time('Inclusive.') }),
    response: Type.Object({
      replayed: Type.Integer(),
      hasMore: Type.Boolean({ description: 'Whether more events remain.' }),
    }),
    failures: ['NOT_FOUND'],
    async run(context, { organisationId }, { params, body }) {
      const owner = { organisationId, projectId: params.project! }
      orNotFound(await findProject(context.database, owner))
      return replayFailed(context, owner, new Date(body.since))
    },
  }),
]
