import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { replayDelivery, replayFailed } from '../replay-deliveries.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { ownerOf, projectPath, wrong } from './project-path.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'webhooks' | 'tokens'>

const BODY_LIMIT_BYTES = 10_000

/** Has one event told anew. */
export function postReplay(context: Context): Route {
  return {
    name: 'internal replay',
    paths: [projectPath('deliveries/:id/replay')],
    handlers: {
      post: [
        requireToken(context.tokens.operator),
        async (req, res) => {
          const replayed = replayDelivery(context, ownerOf(req), String(req.params.id))
          res.status(202).json({ delivery: await answerFromDatabase('delivery', replayed) })
        },
      ],
    },
  }
}

/** Has all events told anew that were given up and came since a time. */
export function postReplays(context: Context): Route {
  return {
    name: 'internal replays',
    paths: [projectPath('replays')],
    handlers: {
      post: [
        requireToken(context.tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const since = new Date(String((req.body as { since?: unknown }).since))
          if (Number.isNaN(since.getTime())) throw wrong('since', 'a time in ISO 8601')
          const replayed = replayFailed(context, ownerOf(req), since)
          res.status(202).json(await answerFromDatabase('project', replayed))
        },
      ],
    },
  }
}
