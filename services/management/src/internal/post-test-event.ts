import type { Route } from '@render/http'
import { parseAddress } from '@render/net'
import type { ManagementContext } from '../context.ts'
import { sendTestEvent } from '../send-test-event.ts'
import { operatorRoute } from './operator-route.ts'

type Context = Pick<ManagementContext, 'database' | 'webhooks' | 'sealToDispatcher' | 'tokens'>

/** Has a test event sent to an address. */
export function postTestEvent(context: Context): Route {
  return operatorRoute(context, {
    name: 'test event',
    method: 'post',
    path: 'test-events',
    status: 202,
    hasBody: true,
    what: 'project',
    async answer({ body }, owner, { locals }) {
      const url = parseAddress(String((body as { url?: unknown }).url)).href
      return sendTestEvent(context, owner, { url, requestId: String(locals.requestId) })
    },
  })
}
