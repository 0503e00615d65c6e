import { randomUUIDv7 } from 'node:crypto'
import type { Owner } from '@render/jobs'
import { makeWebhookSecret, type Place, type Vault } from '@render/vault'
import type { Database } from './database.ts'

/** A message carries a signature for each, and has to stay short. */
const MOST_SECRETS = 4

/** A project's webhook secrets in the clear, newest first; undefined when there is no such project. */
export async function webhookSecrets(
  { client }: Pick<Database, 'client'>,
  vault: Vault,
  projectId: string,
): Promise<string[] | undefined> {
  const isValid = { OR: [{ revokedAt: null }, { revokedAt: { gt: new Date() } }] }
  const newest = { where: isValid, orderBy: { createdAt: 'desc' }, take: MOST_SECRETS } as const
  const project = await client.project.findUnique({
    where: { id: projectId },
    select: { webhookSecrets: newest },
  })
  if (!project) return undefined
  return Promise.all(project.webhookSecrets.map((row) => vault.open(row.sealed, webhookSecretPlace(row))))
}

export interface RotatedSecret {
  /** Shown this once. */
  secret: string
  /** ISO 8601: until then messages carry a signature with the former secret too. */
  formerUntil: string
}

/** Gives a project a new webhook secret beside the one that it has, which ends after `overlapMs`. */
export async function rotateWebhookSecret(
  { client }: Pick<Database, 'client'>,
  vault: Vault,
  { organisationId, projectId, overlapMs }: Owner & { overlapMs: number },
): Promise<RotatedSecret | undefined> {
  const id = `whk_${randomUUIDv7()}`
  const secret = makeWebhookSecret()
  const sealed = await vault.seal(secret, webhookSecretPlace({ id, organisationId }))
  return client.$transaction(async (tx) => {
    // One rotation of a project at a time.
    const projects = await tx.$queryRaw<object[]>`
      select id from projects where id = ${projectId} and organisation_id = ${organisationId} for update`
    if (projects.length === 0) return undefined
    const createdAt = new Date()
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

/** Where a webhook secret is kept: a sealed text moved to another row or organisation does not open. */
export function webhookSecretPlace({ id, organisationId }: { id: string; organisationId: string }): Place {
  return { organisationId, table: 'webhook_secrets', rowId: id }
}
