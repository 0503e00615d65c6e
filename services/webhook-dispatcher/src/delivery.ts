import type { DeliveryReport, JobOf } from '@render/jobs'
import type { Receiver } from './receiver-slots.ts'

/** A delivery in progress. `url` and `event` are set once they are read from the job. */
export interface Delivery {
  readonly job: JobOf<'webhooks'>
  /** Address of the receiver. Only its origin may be logged or reported. */
  url?: URL
  event?: EventBody
}

export interface EventBody {
  type: string
  /** JSON text, the same at every attempt. */
  body: string
}

/** Returns the id that receivers see: that of the event, or of the render for a render's event. */
export function eventIdOf({ id, data }: Pick<JobOf<'webhooks'>, 'id' | 'data'>): string {
  return data.event?.id ?? id!
}

/** Returns the fields that identify a delivery in every log line. */
export function idsOf({ id, data: { event, requestId, projectId } }: Pick<JobOf<'webhooks'>, 'id' | 'data'>) {
  return { ...(event ? { eventId: event.id } : { renderId: id }), requestId, projectId }
}

/** Returns the receiver of a delivery, as its slots are counted. */
export function receiverOf({ job, url }: Delivery & { url: URL }): Receiver {
  return { projectId: job.data.projectId, url }
}

type Progress = Pick<DeliveryReport, 'state' | 'attempts' | 'nextAttemptAt' | 'attempt'>

/** Builds a report for the delivery log. */
export function reportOf({ job, url, event }: Delivery, progress: Progress): DeliveryReport {
  const { organisationId, projectId, requestId, sealedUrl, replay = 0 } = job.data
  return {
    organisationId,
    projectId,
    requestId,
    eventId: eventIdOf(job),
    sealedUrl,
    replay,
    ...(event && { event }),
    ...(url && { origin: url.origin }),
    ...progress,
  }
}
