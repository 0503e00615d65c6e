import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { deliveryWithBody } from '../api/shapes.ts'
import { replayDelivery as replay } from '../replay-deliveries.ts'

export const replayDelivery = endpoint({
  id: 'replayDelivery',
  method: 'post',
  path: '/organisation/:org/projects/:project/webhook-deliveries/:delivery/replay',
  summary: 'Has an event told anew, under its id and with all its attempts.',
  permission: 'deliveries:write',
  answer: deliveryWithBody,
  fails: ['NOT_FOUND'],
  async run(context, { organisationId }, { params }) {
    return orNotFound(await replay(context, { organisationId, projectId: params.project! }, params.delivery!))
  },
})
