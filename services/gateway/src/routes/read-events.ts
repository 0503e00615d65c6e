import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { isFinished } from '@render/jobs'
import type { Request, RequestHandler } from 'express'
import { authenticate } from '../authenticate.ts'
import type { GatewayContext } from '../context.ts'
import { openEventStream } from '../event-stream.ts'
import { parseRenderId } from '../render-id.ts'
import { statusRecord } from '../respond.ts'
import { tellRender } from '../tell-render.ts'

/** Workers write some times a second. */
const LOOK_MS = 500

/** Ids of the first and the last event; those between are the entries of the render's stream. */
const CREATED = '0-1'
const ENDED = 'ended'

/**
 * Tells how a render comes along, to a key of its project; others are told what they would be told of an unknown id. Its
 * beginning and its end are those of its status; what is between them is there for an hour.
 */
export function readEvents(context: GatewayContext): Route {
  const { accounts, lookUp, waits, progress, urls, silentMs } = context
  const handle: RequestHandler = async (req, res) => {
    const caller = await authenticate(req, accounts)
    const renderId = parseRenderId(req.params.renderId)
    if (!renderId) throw new RenderError('RenderNotFound')
    tellRender(res, renderId)
    using wait = waits.begin(renderId, 0, res)
    const request = await lookUp.requestOf(renderId)
    const state = await lookUp.find(renderId)
    if (!state || request?.projectId !== caller.projectId) throw new RenderError('RenderNotFound')

    const lastSeen = lastSeenBy(req)
    // The one answer after which clients do not come back.
    if (lastSeen === ENDED && isFinished(state)) return void res.status(204).end()
    const asked = { renderId, options: request.options }
    using stream = openEventStream(res, silentMs)
    if (req.method === 'HEAD') return
    if (!lastSeen)
      stream.send({ id: CREATED, event: 'created', data: statusRecord(asked, { status: 'created' }, urls) })

    const ended = isFinished(state) ? Promise.resolve(state) : wait.ended
    let isOver = false
    void ended.then(() => (isOver = true))
    for (let after = lastSeen ?? CREATED; ;) {
      // What was told before the end comes before it.
      const isLast = isOver
      const entries = await progress.read(renderId, after).catch(() => [])
      for (const { id, progress } of entries) {
        const { event, ...data } = progress
        stream.send({ id, event, data })
        after = id
      }
      if (isLast) break
      await Promise.race([ended, sleep(LOOK_MS, undefined, { ref: false })])
    }
    const finished = await ended
    if (finished)
      stream.send({ id: ENDED, event: finished.status, data: statusRecord(asked, finished, urls) })
  }
  return { name: 'read-events', paths: ['/v1/render/:renderId/events'], handlers: { get: [handle] } }
}

/** What a client that lost its connection has seen; undefined for nothing of ours. */
function lastSeenBy({ headers }: Request): string | undefined {
  const id = headers['last-event-id']
  return typeof id === 'string' && (id === ENDED || /^\d{1,15}-\d{1,10}$/.test(id)) ? id : undefined
}
