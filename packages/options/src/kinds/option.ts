import type { ErrorCode } from '@render/errors'
import type { Format } from '../formats.ts'

/** Who may open a secret value while a render is in flight. */
export type SecretReader = 'worker' | 'dispatcher'

export type Kind =
  | 'flag'
  | 'boolean'
  | 'int'
  | 'number'
  | 'length'
  | 'text'
  | 'colour'
  | 'enum'
  | 'list'
  | 'object'
  | 'objects'
  | 'schema'

/** One row of the option table. `T` is the type of its value, `D` that of its default: `undefined` when it has none. */
export interface Option<T, D extends T | undefined = T | undefined> {
  kind: Kind
  /** One sentence, for people. */
  description: string
  /** Completes the sentence "must be ..." in error messages. */
  expects: string
  /** JSON Schema of the coerced value. */
  schema: Schema
  /** From the wire form to the value; what cannot be understood is returned as it came, for the schema to refuse. */
  coerce: (raw: unknown, reading: Reading) => unknown
  default: D
  unit?: string
  /** Words that the value is one of, or that have a meaning of their own beside other values. */
  values?: readonly string[]
  /** Other words for some of them. */
  synonyms?: Readonly<Record<string, string>>
  /** Valid values of a text that has a pattern. */
  examples?: readonly (string | number)[]
  /** The members of an object, or of each object of a list. */
  fields?: Fields
  /** Set when the value may hold a secret: it is sealed to this reader and kept out of records and logs. */
  secret?: SecretReader
  /** Error codes by the schema keyword that failed; `InvalidOptions` otherwise. */
  codes?: Partial<Record<string, ErrorCode>>
  /** Path of the file that gives the option its effect, when no stage of the engine does. */
  owner?: string
  /** Why an option that is accepted has no effect here. */
  accepted?: string
  /** The formats it has an effect on; all when absent. */
  formats?: readonly Format[]
  /** It has an effect only beside one of these options. */
  needs?: readonly string[]
  /** Never there: carries the type of the value. */
  readonly type?: T
}

export type Schema = Record<string, unknown>
export type Fields = Record<string, Option<unknown>>
export type ValueOf<O> = O extends { readonly type?: infer T } ? Exclude<T, undefined> : never

/** What coercing one body needs to know and may say. */
export interface Reading {
  /** Whether the body was a form or a query, where everything is text. */
  isForm: boolean
  /** Where the value lies, such as `thumbnails[1].key`. */
  path: string
  /** Reports what no schema can see. */
  refuse: (path: string, message: string) => void
  /** Reports a key that no field has; `known` are the names that could have been meant. */
  ignore: (path: string, known: readonly string[]) => void
}

export interface Settings<D> {
  default?: D
  unit?: string
  examples?: readonly (string | number)[]
  secret?: SecretReader
  codes?: Partial<Record<string, ErrorCode>>
  owner?: string
  accepted?: string
  formats?: readonly Format[]
  needs?: readonly string[]
}

/** A row of what a kind knows and what the group file says. */
export function row<T, D extends T | undefined>(
  kind: Pick<
    Option<T>,
    'kind' | 'description' | 'expects' | 'schema' | 'coerce' | 'values' | 'synonyms' | 'fields'
  >,
  { default: value, unit, examples, secret, codes, owner, accepted, formats, needs }: Settings<D>,
): Option<T, D> {
  const settings = { default: value as D, unit, examples, secret, codes, owner, accepted, formats, needs }
  return { ...kind, ...settings }
}

/** Says of every row of a group which formats it has an effect on. */
export function onlyFor<Rows extends Record<string, Option<unknown>>>(
  formats: readonly Format[],
  rows: Rows,
): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([name, each]) => [name, { ...each, formats: each.formats ?? formats }]),
  ) as Rows
}
