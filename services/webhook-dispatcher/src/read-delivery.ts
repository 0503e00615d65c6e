// Reads the receiver and the event of a delivery from its job.
import { isFinished, recordedOf, type JobOf } from '@render/jobs'
import { writeEvent, type Finished } from '@render/outputs'
import { GiveUp } from './attempt-errors.ts'
import { eventBody } from './body.ts'
import type { WebhookDispatcherContext } from './context.ts'
import { eventIdOf, type EventBody } from './delivery.ts'

type Job = JobOf<'webhooks'>

/** Returns the event that the job carries, or that of its finished render. */
export async function readEvent(
  { finder, artefactUrl }: Pick<WebhookDispatcherContext, 'finder' | 'artefactUrl'>,
  job: Job,
): Promise<EventBody> {
  const { id, data } = job
  if (data.event) return { type: data.event.body.event, body: writeEvent(data.event.body) }
  const finished = await readFinished(finder, job)
  const { customId, createdAt } = data
  const body = eventBody({ renderId: id!, customId, finished, createdAt, artefactUrl })
  return { type: `render.${finished.status}`, body }
}

/**
 * @throws {GiveUp} when no key decrypts the address, it is another event's, or it is invalid, and when it must be https and is
 *   not: another attempt would not help.
 */
export function readReceiver(
  { open, receiversNeedTls }: Pick<WebhookDispatcherContext, 'open' | 'receiversNeedTls'>,
  job: Job,
): URL {
  const url = openReceiver(open, job)
  if (receiversNeedTls && url.protocol !== 'https:')
    throw new GiveUp('exhausted', 'Only https receivers are allowed.')
  return url
}

function openReceiver(open: WebhookDispatcherContext['open'], job: Job): URL {
  const purpose = { projectId: job.data.projectId, id: eventIdOf(job) }
  try {
    return new URL(open(job.data.sealedUrl, purpose) as string)
  } catch (cause) {
    throw new GiveUp('lost', "The receiver's address cannot be read.", { cause })
  }
}

/** Reads the record of the render, or the queue when writing the record failed permanently. */
async function readFinished(finder: WebhookDispatcherContext['finder'], job: Job): Promise<Finished> {
  const recorded = await recordedOf(job)
  if (recorded) return recorded
  const state = await finder.find(job.id!)
  if (state && isFinished(state)) return state
  throw new GiveUp('lost', 'The result of the render is neither recorded nor in the queue.')
}
