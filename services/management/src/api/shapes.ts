// Shapes that answers of the Management API share.
import { Type, type TObject, type TSchema } from 'typebox'
import type { EngineVersion } from '../generated/client.ts'

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

export const name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', description: 'For people.' })

export const time = (description: string) => Type.String({ format: 'date-time', description })

/** What a `DELETE` answers. */
export const gone: TObject<{}> = Type.Object({})

export const project = Type.Object({
  id: Type.String({ description: 'Begins with `proj_`.' }),
  mongoProjectId: orNull(Type.String({ description: 'Of the reference service only: always null.' })),
  name,
  enabled: Type.Boolean({ description: 'Whether its keys may make renders.' }),
  tokenless: Type.Boolean({ description: 'Whether render links without a token are answered.' }),
  engineVersion: Type.Unsafe<EngineVersion | null>({
    enum: ['stable', 'latest', 'lts', 'experimental', null],
    description: 'What renders it; null for the default.',
  }),
  storageCredentialId: orNull(Type.String()),
  llmCredentialId: orNull(Type.String()),
  proxyId: orNull(Type.String({ description: 'The pool of proxies that `use_proxy` goes through.' })),
  createdAt: time('When it was made.'),
})

export const projectKey = Type.Object({
  id: Type.String({ description: 'Begins with `key_`.' }),
  kind: Type.Enum(['secret', 'publishable']),
  shown: Type.String({ description: 'How it begins and ends.' }),
  revoked: Type.Boolean(),
  createdAt: time('When it was made.'),
})

export const managementKey = Type.Object({
  id: Type.String({ description: 'Begins with `mkey_`.' }),
  name,
  permissions: Type.Array(Type.String(), { description: 'By name; `*` is all of them, also those to come.' }),
  shown: Type.String({ description: 'How it begins and ends.' }),
  revoked: Type.Boolean(),
  createdAt: time('When it was made.'),
})
