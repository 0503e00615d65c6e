import { RenderError } from '@render/errors'
import { clientOf } from '@render/http'
import { isFinished } from '@render/jobs'
import { openEventStream } from '../answer/event-stream.ts'
import { isLastEvent, parseEventId, watchRender } from '../answer/watch-render.ts'
import { identifyCaller } from '../intake/identify.ts'
import { requireRenderId } from '../answer/require-render-id.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * Streams the progress of a render, for a key of its project; for other keys the answer is as if the render did not exist.
 * The first and the last event come from its status; those between are kept for minutes after the end.
 */
export const getRenderEvents: Endpoint = {
  id: 'getRenderEvents',
  method: 'get',
  paths: ['/v1/render/:renderId/events'],
  summary: 'Watch the progress of a render',
  description:
    'Server-sent events: `created`; then `started`, `stages`, `frames` and `retrying` as they happen; then `succeeded` or `failed`, after which the stream ends. The data of the first and the last event is the status of the render. The data of `started` has the number of the `attempt`, that of `stages` the names of the `stages` that have begun, that of `frames` the number of frames of a video that are `done`, of the `total`, that of `retrying` the milliseconds until the next attempt as `delayMs`. Events between the first and the last are kept for five minutes after the last attempt, and up to an hour while the render runs or waits for another.',
  key: 'required',
  parameters: [
    {
      name: 'Last-Event-ID',
      in: 'header',
      description: 'Id of the last event that the client has: only later events are sent.',
      schema: { type: 'string' },
    },
  ],
  responses: {
    200: { description: 'The events.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
    204: { description: 'The client has the last event.' },
  },
  failures: [401, 404, 429, 500, 503],
  run: (context) => async (req, res) => {
    const { renderLookup, waits, heartbeatMs, streams } = context
    const caller = await identifyCaller(req, context)
    const renderId = requireRenderId(req, res)
    using wait = waits.begin(renderId, 0, res)
    const render = await renderLookup.find(renderId, clientOf(req))
    if (render?.projectId !== caller.projectId) throw new RenderError('RenderNotFound')
    const { state } = render

    const lastEventId = parseEventId(req.headers['last-event-id'])
    // 204 is the only answer after which clients do not reconnect.
    if (isLastEvent(lastEventId) && isFinished(state)) return void res.status(204).end()
    using _ = streams.open(caller.projectId)
    using stream = openEventStream(res, heartbeatMs)
    if (req.method === 'HEAD') return
    const ended = isFinished(state) ? Promise.resolve(state) : wait.ended
    for await (const event of watchRender({ render, lastEventId, ended }, context)) stream.send(event)
  },
}
