import type { JobOf } from '@render/jobs'

/** What every line of the log names a delivery by. */
export function idsOf({ id, data }: Pick<JobOf<'webhooks'>, 'id' | 'data'>) {
  return { renderId: id, requestId: data.requestId, projectId: data.projectId }
}
