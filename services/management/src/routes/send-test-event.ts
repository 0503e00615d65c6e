import { parseAddress } from '@render/net'
import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { sendTestEvent as send } from '../send-test-event.ts'

export const sendTestEvent = endpoint({
  id: 'sendTestEvent',
  method: 'post',
  path: '/organisation/:org/projects/:project/webhook-tests',
  summary: 'Sends a `webhook.test` to an address.',
  permission: 'deliveries:write',
  body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) }),
  answer: Type.Object({ id: Type.String({ description: "The event's, and its delivery's." }) }),
  fails: ['NOT_FOUND'],
  async run(context, { organisationId }, { params, body, requestId }) {
    const owner = { organisationId, projectId: params.project! }
    return orNotFound(await send(context, owner, { url: parseAddress(body.url).href, requestId }))
  },
})
