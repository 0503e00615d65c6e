import { internalPaths } from '@render/directory'
import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { webhookSecrets } from '../webhook-secrets.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'tokens' | 'vault'>

/** Tells the dispatcher with which secrets a project's webhooks are signed. */
export function getWebhookSecrets({ database, tokens, vault }: Context): Route {
  return {
    name: 'internal webhook secrets',
    paths: [internalPaths.webhookSecrets(':projectId')],
    handlers: {
      get: [
        requireToken(tokens.dispatcher),
        async (req, res) => {
          const found = webhookSecrets(database, vault, String(req.params.projectId))
          res.json({ secrets: await answerFromDatabase('project', found) })
        },
      ],
    },
  }
}
