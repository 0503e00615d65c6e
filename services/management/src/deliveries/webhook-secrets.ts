import type { Owner } from '@render/jobs'
import type { Logger } from '@render/runtime'
import { makeWebhookSecret, type StorageLocation, type Vault } from '@render/vault'
import type { DatabaseClient } from '../database/database.ts'
import { LATEST_FIRST } from '../database/list-order.ts'
import type { Prisma } from '../generated/client.ts'
import { newId } from '../database/new-id.ts'

/** Every webhook carries one signature per secret in a header, whose size is limited. */
const MAX_SECRETS = 4

/**
 * Returns the valid webhook secrets of a project, decrypted, newest first; undefined when there is no such project. One that
 * cannot be decrypted is logged and left out.
 * @throws {Error} when none can be decrypted.
 */
export async function findWebhookSecrets(
  { client }: DatabaseClient,
  { vault, logger }: { vault: Vault; logger?: Pick<Logger, 'error'> },
  projectId: string,
): Promise<string[] | undefined> {
  const isValid = { OR: [{ revokedAt: null }, { revokedAt: { gt: new Date() } }] }
  const newest = { where: isValid, orderBy: [...LATEST_FIRST], take: MAX_SECRETS }
  const project = await client.project.findUnique({
    where: { id: projectId },
    select: { webhookSecrets: newest },
  })
  if (!project) return undefined
  const opening = project.webhookSecrets.map((row) =>
    vault.open(row.sealed, webhookSecretLocation(row)).catch((error: Error) => {
      const lost = { alert: 'secret-lost', table: 'webhook_secrets', id: row.id }
      logger?.error(lost, 'stored secret cannot be decrypted')
      return error
    }),
  )
  const opened = await Promise.all(opening)
  const secrets = opened.filter((secret) => typeof secret === 'string')
  // The key may come back: the events wait for it.
  if (secrets.length === 0 && opened.length > 0) throw opened[0] as Error
  return secrets
}

export interface RotatedSecret {
  /** The only copy in clear text. */
  secret: string
  /** ISO 8601: until then webhooks are also signed with the previous secret. */
  formerUntil: string
}

/** Adds a webhook secret to a project and lets the previous one expire after `overlapMs`. Undefined: no such project. */
export async function rotateWebhookSecret(
  { client }: DatabaseClient,
  vault: Vault,
  { organisationId, projectId, overlapMs }: Owner & { overlapMs: number },
): Promise<RotatedSecret | undefined> {
  const id = newId('webhookSecret')
  const secret = makeWebhookSecret()
  const sealed = await vault.seal(secret, webhookSecretLocation({ id, organisationId }))
  return client.$transaction(async (tx) => {
    // Serialises rotations of one project.
    const projects = await tx.$queryRaw<object[]>`
      select id from projects where id = ${projectId} and organisation_id = ${organisationId} for update`
    if (projects.length === 0) return undefined
    const createdAt = await timeOfNext(tx, projectId)
    const formerUntil = new Date(createdAt.getTime() + overlapMs)
    await tx.webhookSecret.updateMany({
      where: { projectId, organisationId, OR: [{ revokedAt: null }, { revokedAt: { gt: formerUntil } }] },
      data: { revokedAt: formerUntil },
    })
    const row = { id, organisationId, projectId, sealed, last4: secret.slice(-4), createdAt }
    await tx.webhookSecret.create({ data: row })
    return { secret, formerUntil: formerUntil.toISOString() }
  })
}

/** Returns the present, or a later time where another process, whose clock is ahead, made the newest secret. */
async function timeOfNext(client: Prisma.TransactionClient, projectId: string): Promise<Date> {
  const { _max } = await client.webhookSecret.aggregate({ where: { projectId }, _max: { createdAt: true } })
  return new Date(Math.max(Date.now(), (_max.createdAt?.getTime() ?? 0) + 1))
}

/** Returns the location that a webhook secret is sealed to. In another row or organisation it cannot be opened. */
export function webhookSecretLocation({
  id,
  organisationId,
}: {
  id: string
  organisationId: string
}): StorageLocation {
  return { organisationId, table: 'webhook_secrets', rowId: id }
}
