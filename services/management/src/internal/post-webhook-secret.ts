import { optionsBody, type Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { rotateWebhookSecret } from '../webhook-secrets.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { ownerOf, projectPath, wrong } from './project-path.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'vault' | 'tokens'>

const BODY_LIMIT_BYTES = 10_000
const HOUR_MS = 3_600_000
const MOST_HOURS = 720

/** Gives a project a new webhook secret; the former one is valid beside it for `overlapHours`. */
export function postWebhookSecret({ database, vault, tokens }: Context): Route {
  return {
    name: 'internal webhook secret',
    paths: [projectPath('webhook-secrets')],
    handlers: {
      post: [
        requireToken(tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const { overlapHours = 24 } = req.body as { overlapHours?: unknown }
          if (typeof overlapHours !== 'number' || !(overlapHours >= 0 && overlapHours <= MOST_HOURS))
            throw wrong('overlapHours', `a number from 0 to ${MOST_HOURS}`)
          const project = { ...ownerOf(req), overlapMs: overlapHours * HOUR_MS }
          const rotated = await answerFromDatabase('project', rotateWebhookSecret(database, vault, project))
          res.status(201).json(rotated)
        },
      ],
    },
  }
}
