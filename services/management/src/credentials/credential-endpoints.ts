import { Type, type TSchema } from 'typebox'
import { ApiError, orNotFound, requireBelowLimit } from '../api/api-error.ts'
import { endpoint, type Endpoint } from '../api/endpoint.ts'
import { mapDuplicateName } from '../api/map-database-errors.ts'
import { empty, hint, name, nullable, time } from '../api/schemas.ts'
import { ID_PREFIXES } from '../database/new-id.ts'
import type { CredentialType } from './credential-types.ts'
import {
  createCredential,
  deleteUnusedCredential,
  findCredential,
  listCredentials,
  lockCredential,
  updateCredential,
  type CredentialContent,
  type ListedCredential,
} from './credentials.ts'
import { editCredential, providerOf, typeOf } from './edit-credential.ts'

const MAX_CREDENTIALS = 100

/** Ids of the projects that a resource is assigned to. */
export const assignedProjectIds = Type.Array(Type.String())

/** Builds the endpoints that manage the credentials of one kind. */
export function credentialEndpoints(
  type: CredentialType,
): Record<'list' | 'create' | 'get' | 'update' | 'delete', Endpoint> {
  const { kind, noun, list, path, label, settings, secrets, aliases = {}, types } = type
  const all = `/organisation/:org/${path}`
  const one = `${all}/:credential`
  const aliased = Object.fromEntries(
    Object.entries(aliases).map(([alias, field]) => [alias, secrets[field]!]),
  )
  const sameAs = (alias: string) => ({ description: `The same as \`${aliases[alias]}\`.` })
  const typeField: Record<string, TSchema> = types ? { type: Type.Enum(Object.keys(types)) } : {}
  const response = Type.Object({
    id: Type.String({ description: `Begins with \`${ID_PREFIXES[kind]}_\`.` }),
    name,
    provider: Type.Enum([...type.providers]),
    ...typeField,
    ...mapFields(settings, nullable),
    ...mapFields(secrets, () => nullable(hint)),
    ...mapFields(aliased, (_, alias) => nullable({ ...hint, ...sameAs(alias) })),
    assignedProjectIds,
    createdAt: time('When the credential was created.'),
  })
  const sent = {
    ...settings,
    ...secrets,
    ...mapFields(aliased, (schema, alias) => ({ ...schema, ...sameAs(alias) })),
  }
  const fields = mapFields(sent, (schema) => Type.Optional(nullable(schema)))
  const unfilled = mapFields(settings, (schema) => Type.Optional(orEmpty(schema)))
  const provider = Type.Enum([...type.providers])
  const optionalType = mapFields(typeField, (schema) => Type.Optional(schema))
  const filledIn = (body: Record<string, unknown>) =>
    mapFields(body, (value, field) => (value === '' && field in settings ? null : value))

  function serialize(row: ListedCredential) {
    const { id, name, provider, createdAt } = row
    const projects = kind === 'llm' ? row.llmProjects : row.storageProjects
    const hints = row.hints as Record<string, string>
    return {
      id,
      name,
      provider,
      ...mapFields(typeField, () => typeOf(type, provider)),
      ...mapFields(settings, (_, field) => (row.settings as Record<string, unknown>)[field] ?? null),
      ...mapFields(secrets, (_, field) => hints[field] ?? null),
      ...mapFields(aliased, (_, alias) => hints[aliases[alias]!] ?? null),
      assignedProjectIds: projects.map(({ id }) => id),
      createdAt: createdAt.toISOString(),
    }
  }

  return {
    list: endpoint({
      id: `list${noun}s`,
      method: 'get',
      path: all,
      summary: `List all ${label}s, oldest first, without their secrets.`,
      permission: 'credentials:read',
      response: Type.Object({ [list]: Type.Array(response) }),
      async run({ database }, { organisationId }) {
        return { [list]: (await listCredentials(database, { organisationId, kind })).map(serialize) }
      },
    }),
    create: endpoint({
      id: `create${noun}`,
      method: 'post',
      path: all,
      summary: `Create a ${label}. Its secrets are stored encrypted and never returned. An empty setting counts as null.`,
      permission: 'credentials:write',
      body: Type.Object({
        name,
        ...(types ? { provider: Type.Optional(provider), ...optionalType } : { provider }),
        ...fields,
        ...unfilled,
      }),
      response,
      async run({ database, vault, egress }, { organisationId }, { body }) {
        const owner = { organisationId, kind }
        const count = await database.client.credential.count({ where: owner })
        requireBelowLimit(count, { limit: MAX_CREDENTIALS, things: `${label}s` })
        const empty = { name: '', provider: providerOf(type, body), settings: {}, secrets: {} }
        const content = editCredential(type, empty, filledIn(body), egress)
        return serialize(await mapDuplicateName(createCredential(database, vault, owner, content)))
      },
    }),
    get: endpoint({
      id: `get${noun}`,
      method: 'get',
      path: one,
      summary: `Get a ${label} without its secrets.`,
      permission: 'credentials:read',
      response,
      failures: ['NOT_FOUND'],
      async run({ database }, { organisationId }, { params }) {
        const key = { organisationId, kind, id: params.credential! }
        return serialize(orNotFound(await findCredential(database, key)))
      },
    }),
    update: endpoint({
      id: `change${noun}`,
      method: 'patch',
      changesAccount: true,
      path: one,
      summary: `Change the given fields of a ${label}; null removes a field, and so does an empty setting. The provider cannot be changed, and changing an address requires sending the secrets again.`,
      permission: 'credentials:write',
      body: Type.Object({
        name: Type.Optional(name),
        provider: Type.Optional(provider),
        ...optionalType,
        ...fields,
        ...unfilled,
      }),
      response,
      failures: ['NOT_FOUND'],
      async run({ database, vault, egress }, { organisationId }, { params, body }) {
        const key = { organisationId, kind, id: params.credential! }
        const edit = (former: CredentialContent) => editCredential(type, former, filledIn(body), egress)
        const updated = updateCredential(database, vault, key, edit)
        return serialize(orNotFound(await mapDuplicateName(updated)))
      },
    }),
    delete: endpoint({
      id: `delete${noun}`,
      method: 'delete',
      path: one,
      summary: `Delete a ${label} that is not assigned to any project.`,
      permission: 'credentials:write',
      response: empty,
      failures: ['NOT_FOUND', 'CONFLICT'],
      async run({ database }, { organisationId }, { params }) {
        const key = { organisationId, kind, id: params.credential! }
        orNotFound(await lockCredential(database, key))
        if (!(await deleteUnusedCredential(database, key))) throw stillAssigned()
        return {}
      },
    }),
  }
}

/** Builds the `CONFLICT` for deleting a resource whose projects would then fail to render. */
export function stillAssigned(): ApiError {
  return new ApiError('CONFLICT', { message: 'The resource is assigned to projects: unassign it first.' })
}

/** Like `nullable`, with an empty text as clients send it for a field that is not filled in. */
function orEmpty(schema: TSchema): TSchema {
  const { pattern, enum: values } = schema as { pattern?: string; enum?: unknown[] }
  return {
    ...nullable(schema),
    ...('minLength' in schema && { minLength: 0 }),
    ...(pattern !== undefined && { pattern: `^$|${pattern}` }),
    ...(values && { enum: [...values, null, ''] }),
  }
}

function mapFields<S, T>(fields: Record<string, S>, map: (value: S, field: string) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([field, schema]) => [field, map(schema, field)]))
}
