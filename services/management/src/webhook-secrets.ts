import type { Place, Vault } from '@render/vault'
import type { Database } from './database.ts'

/** A project's webhook secrets in the clear, newest first; undefined when there is no such project. */
export async function webhookSecrets(
  { client }: Pick<Database, 'client'>,
  vault: Vault,
  projectId: string,
): Promise<string[] | undefined> {
  const project = await client.project.findUnique({
    where: { id: projectId },
    select: { webhookSecrets: { where: { revokedAt: null }, orderBy: { createdAt: 'desc' } } },
  })
  if (!project) return undefined
  return Promise.all(project.webhookSecrets.map((row) => vault.open(row.sealed, webhookSecretPlace(row))))
}

/** Where a webhook secret is kept: a sealed text moved to another row or organisation does not open. */
export function webhookSecretPlace({ id, organisationId }: { id: string; organisationId: string }): Place {
  return { organisationId, table: 'webhook_secrets', rowId: id }
}
