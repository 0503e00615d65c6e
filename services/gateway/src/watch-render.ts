import { setTimeout as sleep } from 'node:timers/promises'
import type { Finished } from '@render/jobs'
import type { GatewayContext } from './context.ts'
import type { SentEvent } from './event-stream.ts'
import { statusRecord } from './respond.ts'
import type { Asked } from './result-forms.ts'

interface Watched {
  asked: Asked
  /** The id of the event that was seen last; undefined for none. */
  lastSeen: string | undefined
  /** How the render ended; undefined when nobody waits for that any more. */
  ended: Promise<Finished | undefined>
}

/** Workers write once a second. */
const LOOK_MS = 500

/** Ids of the first and the last event; those between are the entries of the render's stream. */
const CREATED = '0-1'
const ENDED = 'ended'

/** Everything that happens to a render after the event that was seen last, as it comes. */
export async function* watchRender(
  { asked, lastSeen, ended }: Watched,
  { progress, urls }: Pick<GatewayContext, 'progress' | 'urls'>,
): AsyncGenerator<SentEvent, void> {
  const record = (state: Parameters<typeof statusRecord>[1]) => statusRecord(asked, state, urls)
  if (lastSeen === undefined) yield { id: CREATED, event: 'created', data: record({ status: 'created' }) }
  let isOver = false
  void ended.then(() => (isOver = true))
  for (let after = lastSeen ?? CREATED; ;) {
    // What was told before the end comes before it.
    const isLast = isOver
    // Redis may be away: what is there is read when it is back.
    const entries = await progress.read(asked.renderId, after).catch(() => [])
    for (const entry of entries) {
      const { event, ...data } = entry.progress
      yield { id: entry.id, event, data }
      after = entry.id
    }
    if (isLast) break
    await Promise.race([ended, sleep(LOOK_MS, undefined, { ref: false })])
  }
  const finished = await ended
  if (finished) yield { id: ENDED, event: finished.status, data: record(finished) }
}

/** Whether nothing follows an event. */
export function isLastEvent(id: string | undefined): boolean {
  return id === ENDED
}

/** An id that a client sent back; undefined when it is none of ours. */
export function parseEventId(id: unknown): string | undefined {
  return typeof id === 'string' && /^(\d{1,15}-\d{1,10}|ended)$/.test(id) ? id : undefined
}
