import type { Owner } from '@render/jobs'
import { hashApiKey, makeApiKey, type Vault } from '@render/vault'
import type { DatabaseClient } from '../database/database.ts'
import type { ProjectKey, ProjectKeyKind } from '../generated/client.ts'
import { OLDEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'
import { sealProjectKey } from './seal-project-key.ts'

/** A new key with its plain text, of which this is the only copy. */
export type NewProjectKey = ProjectKey & { key: string }

const PREFIXES = { secret: 'sk', publishable: 'pk' } as const satisfies Record<ProjectKeyKind, string>

/** Lists the keys of a project, including revoked ones, oldest first. */
export function listProjectKeys(
  { client }: DatabaseClient,
  { organisationId, projectId }: Owner,
): Promise<ProjectKey[]> {
  return client.projectKey.findMany({
    where: { organisationId, projectId },
    orderBy: [...OLDEST_FIRST],
  })
}

/** Creates a pair of keys for an existing project: one for creating renders, one for render links. */
export async function createProjectKeys(
  { client }: DatabaseClient,
  vault: Vault,
  owner: Owner,
): Promise<Record<ProjectKeyKind, NewProjectKey>> {
  const [secret, publishable] = [makeKey('secret', owner), makeKey('publishable', owner)]
  const rows = await client.projectKey.createManyAndReturn({ data: [secret.row, publishable.row] })
  await sealProjectKey({ client }, vault, { ...secret.row, key: secret.key })
  const withKey = ({ key, row }: typeof secret): NewProjectKey => ({
    ...rows.find(({ id }) => id === row.id)!,
    key,
  })
  return { secret: withKey(secret), publishable: withKey(publishable) }
}

/** Returns false when the project has no such key. Revoking a revoked key changes nothing. */
export async function revokeProjectKey(
  { client }: DatabaseClient,
  { organisationId, projectId }: Owner,
  id: string,
): Promise<boolean> {
  const where = { id, organisationId, projectId }
  const revoked = await client.projectKey.updateMany({
    where: { ...where, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return revoked.count === 1 || (await client.projectKey.count({ where })) === 1
}

function makeKey(kind: ProjectKeyKind, owner: Owner) {
  const prefix = PREFIXES[kind]
  const key = makeApiKey(prefix)
  const row = {
    id: newId('projectKey'),
    ...owner,
    kind,
    prefix,
    hash: hashApiKey(key),
    last4: key.slice(-4),
  }
  return { key, row }
}
