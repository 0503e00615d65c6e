import { optionsBody, type Route } from '@render/http'
import { parseAddress } from '@render/net'
import type { ManagementContext } from '../context.ts'
import { sendTestEvent } from '../send-test-event.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { ownerOf, projectPath } from './project-path.ts'
import { requireToken } from './require-token.ts'

type Context = Pick<ManagementContext, 'database' | 'webhooks' | 'sealToDispatcher' | 'tokens'>

const BODY_LIMIT_BYTES = 10_000

/** Has a test event sent to an address. */
export function postTestEvent(context: Context): Route {
  return {
    name: 'internal test event',
    paths: [projectPath('test-events')],
    handlers: {
      post: [
        requireToken(context.tokens.operator),
        optionsBody(BODY_LIMIT_BYTES),
        async (req, res) => {
          const url = parseAddress(String((req.body as { url?: unknown }).url)).href
          const { requestId } = res.locals as { requestId: string }
          const sent = sendTestEvent(context, ownerOf(req), { url, requestId })
          res.status(202).json(await answerFromDatabase('project', sent))
        },
      ],
    },
  }
}
