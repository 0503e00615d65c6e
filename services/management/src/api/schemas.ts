// Schemas that several endpoints of the Management API share.
import { Type, type Static, type TObject, type TSchema } from 'typebox'

/** `null` or `schema`, as a union. */
export const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])

/** Returns one schema for null and `schema`, whose type and values include null, so that a violation gives one error. */
export function nullable<T extends TSchema>(schema: T) {
  const { type, enum: values } = schema as { type?: string; enum?: unknown[] }
  return Type.Unsafe<Static<T> | null>({
    ...schema,
    ...(type && { type: [type, 'null'] }),
    ...(values && { enum: [...values, null] }),
  })
}

export const MAX_NAME_LENGTH = 120

export const name = Type.String({
  minLength: 1,
  maxLength: MAX_NAME_LENGTH,
  pattern: '\\S',
  description: 'The display name.',
})

export const time = (description: string) => Type.String({ format: 'date-time', description })

/** A page of a list: page size and position. */
export const cursor = {
  after: Type.Optional(Type.String({ description: 'The `next` of the previous page.' })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 25 }),
}

export const next = orNull(
  Type.String({ description: 'The `after` of the next page; null on the last page.' }),
)

/** A part of a secret that is safe to show. */
export const hint = Type.String({
  description: 'The end of the secret; the secret itself is never returned.',
})

/** The answer of a `DELETE`. */
export const empty: TObject<{}> = Type.Object({})
