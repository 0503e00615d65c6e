import { internalPaths } from '@render/directory'
import type { Route } from '@render/http'
import type { ManagementContext } from '../context.ts'
import { findRecord } from '../find-record.ts'
import { noteDeleted } from '../note-deleted.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { requireToken } from './require-token.ts'

/** Tells the gateway how a render ended that the queue knows no more, also after it had the files deleted. */
export function getRecord({ database, tokens }: Pick<ManagementContext, 'database' | 'tokens'>): Route {
  return {
    name: 'internal record',
    paths: [internalPaths.record(':renderId')],
    handlers: {
      get: [
        requireToken(tokens.gateway),
        async (req, res) => {
          const renderId = String(req.params.renderId)
          const found = findRecord(database, renderId)
          res.json({ record: await answerFromDatabase('render', found) })
        },
      ],
      delete: [
        requireToken(tokens.gateway),
        async (req, res) => {
          const noted = noteDeleted(database, String(req.params.renderId))
          res.json({ record: await answerFromDatabase('render', noted) })
        },
      ],
    },
  }
}
