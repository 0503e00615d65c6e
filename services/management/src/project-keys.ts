import { randomUUIDv7 } from 'node:crypto'
import type { Owner } from '@render/jobs'
import { hashApiKey, makeApiKey } from '@render/vault'
import type { Database } from './database.ts'
import type { ProjectKey, ProjectKeyKind } from './generated/client.ts'
import { OLDEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

/** A key that was just made. It itself is nowhere else. */
export type NewProjectKey = ProjectKey & { key: string }

const PREFIXES = { secret: 'sk', publishable: 'pk' } as const satisfies Record<ProjectKeyKind, string>

/** The keys of a project, revoked ones too, the oldest first. */
export function listProjectKeys(
  { client }: Client,
  { organisationId, projectId }: Owner,
): Promise<ProjectKey[]> {
  return client.projectKey.findMany({
    where: { organisationId, projectId },
    orderBy: [...OLDEST_FIRST],
  })
}

/** Makes a pair of keys for a project that is there: one to render with, one to make links with. */
export async function createProjectKeys(
  { client }: Client,
  owner: Owner,
): Promise<Record<ProjectKeyKind, NewProjectKey>> {
  const [secret, publishable] = [draw('secret', owner), draw('publishable', owner)]
  const rows = await client.projectKey.createManyAndReturn({ data: [secret.row, publishable.row] })
  const told = ({ key, row }: typeof secret): NewProjectKey => ({
    ...rows.find(({ id }) => id === row.id)!,
    key,
  })
  return { secret: told(secret), publishable: told(publishable) }
}

/** Revoking twice changes nothing. False when the project has no such key. */
export async function revokeProjectKey(
  { client }: Client,
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

function draw(kind: ProjectKeyKind, owner: Owner) {
  const prefix = PREFIXES[kind]
  const key = makeApiKey(prefix)
  const row = {
    id: `key_${randomUUIDv7()}`,
    ...owner,
    kind,
    prefix,
    hash: hashApiKey(key),
    last4: key.slice(-4),
  }
  return { key, row }
}
