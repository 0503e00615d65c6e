import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { delivery, deliveryState } from '../api/shapes.ts'
import { findDeliveries } from '../deliveries.ts'
import { findProject } from '../projects.ts'

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  method: 'get',
  path: '/organisation/:org/projects/:project/webhook-deliveries',
  summary: 'What became of the events of a project, the latest first.',
  permission: 'deliveries:read',
  query: Type.Object({
    state: Type.Optional(deliveryState),
    after: Type.Optional(Type.String({ description: 'The id of the last one seen.' })),
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
  }),
  answer: Type.Object({ deliveries: Type.Array(delivery) }),
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params, query }) {
    const owner = { organisationId, projectId: params.project! }
    orNotFound(await findProject(database, owner))
    return { deliveries: await findDeliveries(database, owner, query) }
  },
})
