import type { DeliveryReport, JobOf } from '@render/jobs'

/** An event on its way, as far as is known. */
export interface Delivery {
  readonly job: JobOf<'webhooks'>
  /** Where to; nothing but its origin is told to anybody. */
  url?: URL
  event?: ToldBody
}

export interface ToldBody {
  type: string
  /** The same text at every attempt. */
  body: string
}

/** What receivers know an event by; that of a render has the render's id. */
export function eventIdOf({ id, data }: Pick<JobOf<'webhooks'>, 'id' | 'data'>): string {
  return data.event?.id ?? id!
}

type Standing = Pick<DeliveryReport, 'state' | 'attempts' | 'nextAttemptAt' | 'attempt'>

/** What the log of deliveries is told. */
export function reportOf({ job, url, event }: Delivery, standing: Standing): DeliveryReport {
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
    ...standing,
  }
}
