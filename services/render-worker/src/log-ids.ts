import type { JobOf } from '@render/jobs'

/** Returns the ids that every log line about a render carries. */
export function logIds({ id, data }: JobOf<'renders'>) {
  return { requestId: data.requestId, renderId: id, projectId: data.projectId }
}
