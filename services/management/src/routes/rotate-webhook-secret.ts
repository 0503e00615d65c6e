import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { time } from '../api/shapes.ts'
import { rotateWebhookSecret as rotate } from '../webhook-secrets.ts'

const HOUR_MS = 3_600_000

export const rotateWebhookSecret = endpoint({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/organisation/:org/projects/:project/webhook-secrets',
  summary: 'Gives a project a new webhook secret. It is shown here, and never again.',
  permission: 'deliveries:write',
  body: Type.Object({
    overlapHours: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 720,
        description: 'The former one signs beside it for so long; 24 unless said.',
      }),
    ),
  }),
  answer: Type.Object({
    secret: Type.String({ description: 'Begins with `whsec_`.' }),
    formerUntil: time('Until then events carry a signature with the former one too.'),
  }),
  fails: ['NOT_FOUND'],
  async run({ database, vault }, { organisationId }, { params, body: { overlapHours = 24 } }) {
    const overlapMs = overlapHours * HOUR_MS
    return orNotFound(
      await rotate(database, vault, { organisationId, projectId: params.project!, overlapMs }),
    )
  },
})
