import { internalPaths } from '@render/directory'
import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { findBatch } from '../find-batch.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

/** Tells the gateway how the renders of a batch ended that the queue knows no more. */
export function getBatch({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal batch',
    paths: [internalPaths.batch(':batchId')],
    handlers: {
      get: [
        requireToken(tokens.gateway),
        async (req, res) => {
          const found = findBatch(database, String(req.params.batchId))
          res.json({ batch: await answerFromDatabase('batch', found) })
        },
      ],
    },
  }
}
