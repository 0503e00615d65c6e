import { Type, type TSchema } from 'typebox'
import {
  changeCredential,
  createCredential,
  deleteUnusedCredential,
  findCredential,
  holdCredential,
  listCredentials,
  type ListedCredential,
} from '../credentials.ts'
import { ApiError, orNotFound } from './api-error.ts'
import { editCredential } from './credential-content.ts'
import type { CredentialType } from './credential-types.ts'
import { endpoint, type Endpoint } from './endpoint.ts'
import { orNameTaken } from './or-name-taken.ts'
import { refuseMoreThan } from './refuse.ts'
import { assignedProjectIds, gone, hint, name, nullable, time } from './shapes.ts'

interface Naming {
  /** In the ids of endpoints. */
  noun: string
  /** Of the list in its answer. */
  list: string
  /** Below the organisation. */
  path: string
  /** For people. */
  what: string
}

const MOST_CREDENTIALS = 100

/** What can be done with credentials of a kind. */
export function credentialEndpoints(
  type: CredentialType,
  { noun, list, path, what }: Naming,
): Record<'list' | 'create' | 'get' | 'change' | 'remove', Endpoint> {
  const { kind, settings, secrets } = type
  const all = `/organisation/:org/${path}`
  const one = `${all}/:credential`
  const answer = Type.Object({
    id: Type.String({ description: `Begins with \`${kind === 'llm' ? 'llm' : 'store'}_\`.` }),
    name,
    provider: Type.Enum([...type.providers]),
    ...eachField(settings, nullable),
    ...eachField(secrets, () => nullable(hint)),
    assignedProjectIds,
    createdAt: time('When it was made.'),
  })
  const fields = eachField({ ...settings, ...secrets }, (shape) => Type.Optional(nullable(shape)))

  function show(row: ListedCredential) {
    const { id, name, provider, createdAt } = row
    const projects = kind === 'llm' ? row.llmProjects : row.storageProjects
    return {
      id,
      name,
      provider,
      ...eachField(settings, (_, field) => (row.settings as Record<string, unknown>)[field] ?? null),
      ...eachField(secrets, (_, field) => (row.hints as Record<string, string>)[field] ?? null),
      assignedProjectIds: projects.map(({ id }) => id),
      createdAt: createdAt.toISOString(),
    }
  }

  return {
    list: endpoint({
      id: `list${noun}s`,
      method: 'get',
      path: all,
      summary: `All ${what}s, the oldest first, without their secrets.`,
      permission: 'credentials:read',
      answer: Type.Object({ [list]: Type.Array(answer) }),
      async run({ database }, { organisationId }) {
        return { [list]: (await listCredentials(database, { organisationId, kind })).map(show) }
      },
    }),
    create: endpoint({
      id: `create${noun}`,
      method: 'post',
      path: all,
      summary: `Makes a ${what}. Its secrets are sealed and never come back.`,
      permission: 'credentials:write',
      body: Type.Object({ name, provider: Type.Enum([...type.providers]), ...fields }),
      answer,
      async run({ database, vault }, { organisationId }, { body }) {
        const owner = { organisationId, kind }
        refuseMoreThan(MOST_CREDENTIALS, (await listCredentials(database, owner)).length)
        const empty = { name: '', provider: body.provider, settings: {}, secrets: {} }
        return show(
          await orNameTaken(createCredential(database, vault, owner, editCredential(type, empty, body))),
        )
      },
    }),
    get: endpoint({
      id: `get${noun}`,
      method: 'get',
      path: one,
      summary: `One ${what}, without its secrets.`,
      permission: 'credentials:read',
      answer,
      fails: ['NOT_FOUND'],
      async run({ database }, { organisationId }, { params }) {
        const place = { organisationId, kind, id: params.credential! }
        return show(orNotFound(await findCredential(database, place)))
      },
    }),
    change: endpoint({
      id: `change${noun}`,
      method: 'patch',
      path: one,
      summary: `Changes what is named of a ${what}; null takes it away. The provider stays, and secrets do not go to another address unless they are sent again.`,
      permission: 'credentials:write',
      body: Type.Object({ name: Type.Optional(name), ...fields }),
      answer,
      fails: ['NOT_FOUND'],
      async run({ database, vault }, { organisationId }, { params, body }) {
        const place = { organisationId, kind, id: params.credential! }
        const changed = changeCredential(database, vault, place, (former) =>
          editCredential(type, former, body),
        )
        return show(orNotFound(await orNameTaken(changed)))
      },
    }),
    remove: endpoint({
      id: `delete${noun}`,
      method: 'delete',
      path: one,
      summary: `Deletes a ${what} that no project uses.`,
      permission: 'credentials:write',
      answer: gone,
      fails: ['NOT_FOUND', 'CONFLICT'],
      async run({ database }, { organisationId }, { params }) {
        const place = { organisationId, kind, id: params.credential! }
        orNotFound(await holdCredential(database, place))
        if (!(await deleteUnusedCredential(database, place))) throw stillUsed()
        return {}
      },
    }),
  }
}

/** What is deleted under a project would fail its renders. */
export function stillUsed(): ApiError {
  return new ApiError('CONFLICT', { message: 'Projects use it: take it from them first.' })
}

function eachField<T>(
  fields: Record<string, TSchema>,
  make: (shape: TSchema, field: string) => T,
): Record<string, T> {
  return Object.fromEntries(Object.entries(fields).map(([field, shape]) => [field, make(shape, field)]))
}
