import { Type, type Static } from 'typebox'
import { name, orNull, time } from '../api/schemas.ts'
import type { EngineVersion, Project } from '../generated/client.ts'

export const project = Type.Object({
  id: Type.String({ description: 'Begins with `proj_`.' }),
  mongoProjectId: orNull(Type.String({ description: 'Exists for compatible clients; always null.' })),
  name,
  enabled: Type.Boolean({ description: 'Whether its keys can create renders.' }),
  tokenless: Type.Boolean({ description: 'Whether render links without a token are accepted.' }),
  engineVersion: Type.Unsafe<EngineVersion | null>({
    enum: ['stable', 'latest', 'lts', 'experimental', null],
    description: 'The engine that renders it; null for the default.',
  }),
  storageCredentialId: orNull(Type.String()),
  llmCredentialId: orNull(Type.String()),
  proxyId: orNull(Type.String({ description: 'The proxy pool that `use_proxy` selects from.' })),
  createdAt: time('When the project was created.'),
})

export function serializeProject(row: Project): Static<typeof project> {
  const { id, name, enabled, tokenless, proxyPoolId, createdAt } = row
  return {
    id,
    mongoProjectId: null,
    name,
    enabled,
    tokenless,
    engineVersion: row.engineVersion,
    storageCredentialId: row.storageCredentialId,
    llmCredentialId: row.llmCredentialId,
    proxyId: proxyPoolId,
    createdAt: createdAt.toISOString(),
  }
}
