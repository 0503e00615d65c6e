import { internalPaths } from '@render/directory'
import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { findAccount } from '../find-account.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'tokens' | 'vault' | 'sealProxies'>

/** Tells the gateway whom a key belongs to. */
export function getAccount({ database, tokens, vault, sealProxies }: Context): Route {
  return {
    name: 'internal account',
    paths: [internalPaths.account(':keyHash')],
    handlers: {
      get: [
        requireToken(tokens.gateway),
        async (req, res) => {
          const found = findAccount(database, String(req.params.keyHash), { vault, sealProxies })
          res.json({ account: await answerFromDatabase('key', found) })
        },
      ],
    },
  }
}
