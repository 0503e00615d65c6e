import { randomUUIDv7 } from 'node:crypto'
import { RenderError } from '@render/errors'
import { asServiceUnavailable } from '@render/jobs'
import { parseAddress } from '@render/net'
import { Type } from 'typebox'
import { ApiError, invalidRequest, orNotFound } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { time } from '../api/schemas.ts'
import { findProject } from '../projects/projects.ts'
import { rotateWebhookSecret } from './webhook-secrets.ts'

const PROJECT = '/organisation/:org/projects/:project'
const HOUR_MS = 3_600_000

export const webhookEndpoints: readonly Endpoint[] = [
  endpoint({
    id: 'sendTestEvent',
    method: 'post',
    path: `${PROJECT}/webhook-tests`,
    summary: 'Send a `webhook.test` event to an address.',
    permission: 'deliveries:write',
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 8192 }) }),
    response: Type.Object({ id: Type.String({ description: 'Id of the event and of its delivery.' }) }),
    failures: ['NOT_FOUND'],
    async run(context, { organisationId }, { params, body, requestId }) {
      const { database, webhooks, sealToDispatcher, receiversNeedTls } = context
      const owner = { organisationId, projectId: params.project! }
      const { href } = readAddress(body.url)
      if (receiversNeedTls && !href.startsWith('https:'))
        throw invalidRequest([{ path: 'body.url', message: 'must be an https URL' }])
      orNotFound(await findProject(database, owner))
      const id = randomUUIDv7()
      const sealedUrl = sealToDispatcher(href, { projectId: owner.projectId, id })
      const createdAt = Date.now()
      const meta = { startTime: new Date(createdAt).toISOString() }
      const event = { id, body: { event: 'webhook.test', id, meta } }
      await asServiceUnavailable(webhooks.add({ ...owner, requestId, sealedUrl, createdAt, event }))
      return { id }
    },
  }),
  endpoint({
    id: 'rotateWebhookSecret',
    method: 'post',
    path: `${PROJECT}/webhook-secrets`,
    summary: 'Create a new webhook secret for a project. The secret is returned only here.',
    permission: 'deliveries:write',
    body: Type.Object({
      overlapHours: Type.Optional(
        Type.Number({
          minimum: 0,
          maximum: 720,
          description: 'How long webhooks are also signed with the previous secret; 24 by default.',
        }),
      ),
    }),
    response: Type.Object({
      secret: Type.String({ description: 'Begins with `whsec_`.' }),
      formerUntil: time('Until when webhooks are also signed with the previous secret.'),
    }),
    failures: ['NOT_FOUND'],
    async run({ database, vault }, { organisationId }, { params, body: { overlapHours = 24 } }) {
      const overlapMs = overlapHours * HOUR_MS
      const owner = { organisationId, projectId: params.project! }
      return orNotFound(await rotateWebhookSecret(database, vault, { ...owner, overlapMs }))
    },
  }),
]

/** @throws {ApiError} `BAD_REQUEST` naming the field. */
function readAddress(text: string): URL {
  try {
    return parseAddress(text)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const { message } = error
    throw new ApiError('BAD_REQUEST', { message, data: [{ path: 'body.url', message }] })
  }
}
