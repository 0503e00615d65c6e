import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { isFinished } from '@render/jobs'
import type { RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import type { GatewayContext } from '../context.ts'
import { openEventStream } from '../event-stream.ts'
import { parseRenderId } from '../render-id.ts'
import { tellRender } from '../tell-render.ts'
import { isLastEvent, parseEventId, watchRender } from '../watch-render.ts'

/**
 * Tells how a render comes along, to a key of its project; others are told what they would be told of an unknown id. Its
 * beginning and its end are those of its status; what is between them is there for an hour.
 */
export function readEvents(context: GatewayContext): Route {
  const { accounts, lookUp, waits, silentMs } = context
  const handle: RequestHandler = async (req, res) => {
    const caller = await authenticate(req, accounts)
    const renderId = parseRenderId(req.params.renderId)
    if (!renderId) throw new RenderError('RenderNotFound')
    tellRender(res, renderId)
    using wait = waits.begin(renderId, 0, res)
    const asked = await lookUp.find(renderId)
    if (asked?.projectId !== caller.projectId) throw new RenderError('RenderNotFound')
    const { state } = asked

    const lastSeen = parseEventId(req.headers['last-event-id'])
    // The one answer after which clients do not come back.
    if (isLastEvent(lastSeen) && isFinished(state)) return void res.status(204).end()
    using stream = openEventStream(res, silentMs)
    if (req.method === 'HEAD') return
    const ended = isFinished(state) ? Promise.resolve(state) : wait.ended
    for await (const event of watchRender({ asked, lastSeen, ended }, context)) stream.send(event)
  }
  return { name: 'read-events', paths: ['/v1/render/:renderId/events'], handlers: { get: [handle] } }
}
