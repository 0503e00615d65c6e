import { randomUUIDv7 } from 'node:crypto'
import { orQueueAway, type Owner, type WebhookQueue } from '@render/jobs'
import type { Seal } from '@render/vault'
import type { Database } from './database.ts'

interface Context {
  database: Pick<Database, 'client'>
  webhooks: Pick<WebhookQueue, 'tell'>
  sealToDispatcher: Seal
}

/** Has an event told that says nothing, to try out a receiver; gives its id. Undefined when there is no such project. */
export async function sendTestEvent(
  { database, webhooks, sealToDispatcher }: Context,
  { organisationId, projectId }: Owner,
  { url, requestId }: { url: string; requestId: string },
): Promise<{ id: string } | undefined> {
  const project = await database.client.project.findUnique({ where: { id: projectId, organisationId } })
  if (!project) return undefined
  const id = randomUUIDv7()
  const createdAt = Date.now()
  const event = {
    id,
    body: { event: 'webhook.test', id, meta: { startTime: new Date(createdAt).toISOString() } },
  }
  const sealedUrl = sealToDispatcher(url)
  await orQueueAway(webhooks.tell({ organisationId, projectId, requestId, sealedUrl, createdAt, event }))
  return { id }
}
