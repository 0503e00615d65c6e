import type { JobOf } from '@render/jobs'

/** What every log line about a render carries. */
export function idsOf({ id, data }: JobOf<'renders'>) {
  return { requestId: data.requestId, renderId: id, projectId: data.projectId }
}
