// Shapes that answers of the Management API share.
import { Type, type Static, type TObject, type TSchema } from 'typebox'
import type { EngineVersion } from '../generated/client.ts'

export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** The same, or null where there is none. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type && { type: [type, 'null'] }),
    ...(values && { enum: [...values, null] }),
  })
}

export const name = Type.String({ minLength: 1, maxLength: 120, pattern: '\\S', description: 'For people.' })

export const time = (description: string) => Type.String({ format: 'date-time', description })

/** What is asked for of a list that is told in parts, besides its filters. */
export const cursor = {
  after: Type.Optional(Type.String({ description: 'The `next` of the answer before.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
}

export const next = orNull(Type.String({ description: 'For `after`; null when these were the last.' }))

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

/** A secret as it is shown. */
export const hint = Type.String({ description: 'How the secret ends; it itself never comes back.' })

export const projectDetail = Type.Object({
  ...project.properties,
  region: orNull(Type.String({ description: 'Where it is rendered: the default of the option.' })),
  renderQueue: orNull(Type.String({ description: 'Which workers render it: the default of the option.' })),
  webhookKey: orNull(hint),
  defaultOptions: orNull(
    Type.Record(Type.String(), Type.Unknown(), {
      description: 'Options that lie under those of every render; secrets are masked.',
    }),
  ),
})

export const role = Type.Enum(['owner', 'admin', 'member'])

export const member = Type.Object({
  id: Type.String({ description: 'Begins with `mem_`.' }),
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role,
  createdAt: time('Since when.'),
})

export const projectKey = Type.Object({
  id: Type.String({ description: 'Begins with `key_`.' }),
  kind: Type.Enum(['secret', 'publishable']),
  shown: Type.String({ description: 'How it begins and ends.' }),
  revoked: Type.Boolean(),
  lastUsedAt: orNull(time('About when a request last came with it, to the hour; null for never.')),
  createdAt: time('When it was made.'),
})

/** The projects that something is assigned to. */
export const assignedProjectIds = Type.Array(Type.String())

export const proxyPool = Type.Object({
  id: Type.String({ description: 'Begins with `pool_`.' }),
  name,
  proxies: Type.Array(
    Type.Object({
      id: Type.String({ description: 'Begins with `prox_`.' }),
      name,
      url: Type.String({ description: 'Its address, without user and password.' }),
    }),
  ),
  assignedProjectIds,
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

const share = Type.Number({ minimum: 0, maximum: 1, description: "Of the picture's side." })

export const reportCategory = Type.Enum([
  'bot-detection',
  'login-required',
  'missing-content',
  'cookie-banner-or-popup',
  'render-failed',
  'other',
])

export const reportState = Type.Enum(['open', 'in_review', 'resolved'])

export const reportRects = Type.Array(
  Type.Object(
    {
      x: share,
      y: share,
      w: share,
      h: share,
      label: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  { maxItems: 5, description: 'Parts of the picture.' },
)

export const report = Type.Object({
  id: Type.String({ description: 'Begins with `rpt_`.' }),
  renderId: Type.String(),
  category: reportCategory,
  comment: Type.String(),
  rects: reportRects,
  state: reportState,
  outputUrl: orNull(Type.String({ description: 'What was rendered.' })),
  outputFormat: orNull(Type.String()),
  resolutionMessage: orNull(Type.String()),
  resolutionExampleOptions: orNull(Type.Record(Type.String(), Type.Unknown())),
  resolutionExampleUrl: orNull(Type.String()),
  hasUnseenResolution: Type.Boolean({ description: 'Whether it was resolved since it was last listed.' }),
  createdAt: time('When it was made.'),
})

export const auditEntry = Type.Object({
  id: Type.String({ description: 'Begins with `aud_`.' }),
  actor: Type.Object({
    kind: Type.Enum(['user', 'management_key', 'operator']),
    id: orNull(Type.String({ description: 'Of the user or the management key.' })),
  }),
  action: Type.String({ description: 'Such as `createProject`: how this document calls what was done.' }),
  subjectId: orNull(Type.String({ description: 'What it was done to.' })),
  requestId: orNull(Type.String()),
  createdAt: time('When it was done.'),
})

export const renderStatus = Type.Enum(['succeeded', 'failed'])

const anything = Type.Record(Type.String(), Type.Unknown())

export const render = Type.Object({
  renderId: Type.String(),
  projectId: Type.String(),
  status: renderStatus,
  format: orNull(Type.String()),
  tags: Type.Array(Type.String()),
  attempts: orNull(Type.Integer({ description: 'How often it was tried; null where no attempt has told.' })),
  createdAt: time('When it was accepted.'),
  endedAt: time('When it was over.'),
  error: orNull(anything),
  result: orNull(anything),
})

export const deliveryState = Type.Enum(['pending', 'delivered', 'gone', 'exhausted', 'lost'])

export const delivery = Type.Object({
  id: Type.String({ description: "The event's: that of a render has the render's." }),
  event: orNull(
    Type.String({ description: 'Such as `render.succeeded`; null where nobody knows any more.' }),
  ),
  state: deliveryState,
  origin: orNull(Type.String({ description: 'Of the receiver: scheme, host and port.' })),
  createdAt: time('When it came.'),
  replays: Type.Integer({ description: 'How often it was told anew.' }),
  nextAttemptAt: orNull(time('When it is tried again.')),
  attempts: Type.Array(
    Type.Object({
      startedAt: time('When it began.'),
      durationMs: Type.Integer(),
      status: orNull(Type.Integer({ description: 'Of the answer.' })),
      failure: orNull(Type.String({ description: 'Why there was no answer.' })),
      answer: orNull(Type.String({ description: 'How the answer begins.' })),
    }),
    { description: 'The latest first.' },
  ),
})

export const deliveryWithBody = Type.Object({
  ...delivery.properties,
  body: orNull(Type.String({ description: 'What is sent; null where nobody knows any more.' })),
})
