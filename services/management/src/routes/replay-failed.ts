import { Type } from 'typebox'
import { orNotFound } from '../api/api-error.ts'
import { endpoint } from '../api/endpoint.ts'
import { time } from '../api/shapes.ts'
import { findProject } from '../projects.ts'
import { replayFailed as replay } from '../replay-deliveries.ts'

export const replayFailed = endpoint({
  id: 'replayFailed',
  method: 'post',
  path: '/organisation/:org/projects/:project/webhook-replays',
  summary: 'Has the events told anew that were given up and came since a time, the eldest 500 of them.',
  permission: 'deliveries:write',
  body: Type.Object({ since: time('Included.') }),
  answer: Type.Object({
    replayed: Type.Integer(),
    hasMore: Type.Boolean({ description: 'Whether there are others.' }),
  }),
  fails: ['NOT_FOUND'],
  async run(context, { organisationId }, { params, body }) {
    const owner = { organisationId, projectId: params.project! }
    orNotFound(await findProject(context.database, owner))
    return replay(context, owner, new Date(body.since))
  },
})
