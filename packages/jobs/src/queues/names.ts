// Names of queues, and beginnings of their keys in Redis.
import { QueueKeys } from 'bullmq'

const queueKeys = new QueueKeys()

/** Returns BullMQ's name of a queue of renders; without `name` that of the default queue. */
export function rendersQueueName(name?: string): string {
  return name ? `renders-${name}` : 'renders'
}

/** Returns the name of the queue for videos beside a queue of renders; without `name` beside the default one. */
export function videosQueue(name = ''): string {
  return `${name}.videos`
}

/** Beginning of the keys of all queues of renders. */
export const RENDER_QUEUE_PREFIX = queueKeys.toKey(rendersQueueName(), '').slice(0, -1)

/** The key of a render's record job, without the id: the job exists from the submission to the record. */
export const RECORD_JOB_PREFIX = queueKeys.toKey('records', '')
