import { randomUUIDv7 } from 'node:crypto'
import type { DeliveryReport, Owner } from '@render/jobs'

/** Returns the report of a successful delivery, with changes. */
export function reportOf(owner: Owner, differing: Partial<DeliveryReport> = {}): DeliveryReport {
  const eventId = differing.eventId ?? randomUUIDv7()
  return {
    ...owner,
    requestId: 'req_1',
    eventId,
    event: { type: 'render.succeeded', body: `{"event":"render.succeeded","renderId":"${eventId}"}` },
    sealedUrl: 'sealed',
    origin: 'https://receiver.example',
    state: 'delivered',
    replay: 0,
    attempts: 1,
    attempt: { id: randomUUIDv7(), startedAt: 1_767_312_000_000, durationMs: 12, status: 200, answer: 'ok' },
    ...differing,
  }
}
