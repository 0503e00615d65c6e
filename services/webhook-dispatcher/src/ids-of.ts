import type { JobOf } from '@render/jobs'

/** What every line of the log names a delivery by. */
export function idsOf({ id, data: { event, requestId, projectId } }: Pick<JobOf<'webhooks'>, 'id' | 'data'>) {
  return { ...(event ? { eventId: event.id } : { renderId: id }), requestId, projectId }
}
