import { setTimeout as sleep } from 'node:timers/promises'
import type { RenderState } from '@render/jobs'
import type { Finished } from '@render/outputs'
import type { GatewayContext } from '../context.ts'
import type { SentEvent } from './event-stream.ts'
import { statusBody } from './bodies.ts'
import type { AnsweredRender } from './result-writers.ts'

interface Watch {
  render: AnsweredRender
  /** Id of the last event that the client has; undefined for none. */
  lastEventId: string | undefined
  /** The end of the render; undefined when the wait ended before it. */
  ended: Promise<Finished | undefined>
}

/** Workers write once a second. */
const POLL_MS = 500

/** Ids of the first and the last event; the events between have the ids of the entries in the render's stream. */
const CREATED = '0-1'
const ENDED = 'ended'

/** Yields every event of a render after the last one that the client has, as they happen. */
export async function* watchRender(
  { render, lastEventId, ended }: Watch,
  { progress, urls }: Pick<GatewayContext, 'progress' | 'urls'>,
): AsyncGenerator<SentEvent, void> {
  const body = (state: RenderState) => statusBody(render, state, urls)
  if (lastEventId === undefined) yield { id: CREATED, event: 'created', data: body({ status: 'created' }) }
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  for (let after = lastEventId ?? CREATED; ;) {
    // Read once more after the end, so that progress reported before the end comes before it.
    const isLast = hasEnded
    // While Redis is unavailable nothing is read; later calls return the missed events.
    const entries = await progress.read(render.renderId, after).catch(() => [])
    for (const entry of entries) {
      const { event, ...data } = entry.progress
      yield { id: entry.id, event, data }
      after = entry.id
    }
    if (isLast) break
    await Promise.race([ended, sleep(POLL_MS, undefined, { ref: false })])
  }
  const finished = await ended
  if (finished) yield { id: ENDED, event: finished.status, data: body(finished) }
}

/** Returns whether no event follows the one with this id. */
export function isLastEvent(id: string | undefined): boolean {
  return id === ENDED
}

/** Reads an event id that a client sent back; returns undefined for any text that is not one of our ids. */
export function parseEventId(id: unknown): string | undefined {
  return typeof id === 'string' && /^(\d{1,15}-\d{1,10}|ended)$/.test(id) ? id : undefined
}
