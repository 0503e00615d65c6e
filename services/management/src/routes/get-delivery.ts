import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { deliveryWithBody } from '../api/shapes.ts'
import { findDelivery } from '../deliveries.ts'

export const getDelivery = endpoint({
  id: 'getDelivery',
  method: 'get',
  path: '/organisation/:org/projects/:project/webhook-deliveries/:delivery',
  summary: 'What became of one event, and what is sent.',
  permission: 'deliveries:read',
  answer: deliveryWithBody,
  fails: ['NOT_FOUND'],
  async run({ database }, { organisationId }, { params }) {
    return orNotFound(
      await findDelivery(database, { organisationId, projectId: params.project! }, params.delivery!),
    )
  },
})
