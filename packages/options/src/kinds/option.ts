import type { ErrorCode } from '@render/errors'
import type { Format } from '@render/outputs'

/** The service that can decrypt a secret value during a render. */
export type SecretReader = 'worker' | 'dispatcher'

/** The kind of server that an address names. The gateway has a check for each kind. */
export type AddressTarget = 'page' | 'upload' | 'receiver' | 'proxy' | 'api' | 'store'

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

/** One row of the option table. `T` is the type of its value, `D` that of its default (`undefined` without a default). */
export interface Option<T, D extends T | undefined = T | undefined> {
  kind: Kind
  /** One sentence for the documentation. */
  description: string
  /** Completes the sentence "must be ..." in error messages. */
  expects: string
  /** JSON Schema of the coerced value. */
  schema: Schema
  /** JSON Schema of what may be sent, for the public schema; `schema` when absent. Numbers and flags have their plain type. */
  sent?: Schema
  /** Converts the sent form to the value; returns other input unchanged, so that the schema rejects it. */
  coerce: (raw: unknown, reading: Reading) => unknown
  /** Converts the value to the structure that the engine works with; the value itself when absent. */
  read?: (value: never) => unknown
  default: D
  unit?: string
  /** The words that the value can be, or that have a special meaning beside other values. */
  values?: readonly string[]
  /** Accepted synonyms of these words. */
  synonyms?: Readonly<Record<string, string>>
  /** Advice for unsupported words that callers try, in lower case. */
  advice?: Readonly<Record<string, string>>
  /** Valid values of a text that has a pattern. */
  examples?: readonly (string | number)[]
  /** The members of an object, or of each object in a list. */
  fields?: Fields
  /** Set when the value can contain a secret: it is encrypted for this reader and kept out of records and logs. */
  secret?: SecretReader
  /**
   * Set when the value may show what a caller renders and how, such as markup, code, selectors and addresses: it is
   * encrypted for the worker and kept out of records and logs like a secret, but shown to those who set it.
   */
  isPrivate?: true
  /**
   * Set when the value is an address that the gateway checks before the render, because one of our processes connects to it.
   * An empty one removes the default of the project.
   */
  address?: AddressTarget
  /** Set when the value gives access to another account: it belongs in the body of a POST and is refused in a link. */
  isCredential?: true
  /** Set when the value changes no file of a result: links that differ only in it share a cached result. */
  isOutsideCacheKey?: true
  /** Error codes by the schema keyword that failed; `InvalidOptions` otherwise. */
  codes?: Partial<Record<string, ErrorCode>>
  /** Path of the file that implements the option; set when it is not the engine that does. */
  owner?: string
  /** Why the option has no effect; set for options that are only accepted. */
  accepted?: string
  /** The formats that the option applies to; all when absent. */
  formats?: readonly Format[]
  /** The option that asks for such a file beside a main file of another format. */
  sideFileOption?: string
  /** The option has no effect unless one of these is set. */
  needs?: readonly string[]
  /** The option has no effect where one of these has. */
  overriddenBy?: readonly string[]
  /** Options of `overriddenBy` that do not override where the other one is set. */
  exceptWith?: Readonly<Record<string, string>>
  /** Never set; carries the type of the value. */
  readonly type?: T
}

export type Schema = Record<string, unknown>
export type Fields = Record<string, Option<unknown>>
export type ValueOf<O> = O extends { readonly type?: infer T } ? Exclude<T, undefined> : never

/** Context of coercing one value, and the reports it can make. */
export interface Reading {
  /** Whether the body is a form or a query, where every value is text. */
  isForm: boolean
  /** Path of the value, such as `thumbnails[1].key`. */
  path: string
  /** Reports an error that the JSON Schema cannot find. */
  reject: (path: string, message: string) => void
  /** Reports an unknown key; `known` are the valid names. */
  ignore: (path: string, known: readonly string[]) => void
}

/** The members of an option that its group file sets. */
const SETTINGS = [
  'unit',
  'examples',
  'secret',
  'isPrivate',
  'address',
  'isCredential',
  'isOutsideCacheKey',
  'codes',
  'owner',
  'accepted',
  'formats',
  'sideFileOption',
  'needs',
  'overriddenBy',
  'exceptWith',
] as const satisfies readonly (keyof Option<unknown>)[]
type Setting = (typeof SETTINGS)[number]

export type Settings<D> = { default?: D } & Pick<Option<unknown>, Setting>

/** Builds a row from the parts that its kind decides and the settings in the group file. */
export function row<T, D extends T | undefined>(
  kind: Omit<Option<T>, 'default' | 'read' | 'type' | Setting>,
  settings: Settings<D>,
): Option<T, D> {
  // Group files set members of their kind in the same object.
  const kept: Pick<Option<unknown>, Setting> = Object.fromEntries(
    SETTINGS.map((name) => [name, settings[name]]),
  )
  return { ...kind, default: settings.default as D, ...kept }
}

/** An option whose value the engine gets as a structure. What is stored stays the value. */
export type Structured<T, D extends T | undefined, R> = Option<T, D> & { read: (value: T) => R }

/** Adds to a row how its value is read into a structure. */
export function readAs<T, D extends T | undefined, R>(
  option: Option<T, D>,
  read: (value: T) => R,
): Structured<T, D, R> {
  return { ...option, read }
}

/** Limits every row of a group to the formats it has an effect on, or to files that `sideFileOption` asks for. */
export function onlyFor<Rows extends object>(
  formats: readonly Format[],
  rows: Rows,
  sideFileOption?: string,
): Rows {
  return mapRows(rows, (each) => ({
    ...each,
    formats: each.formats ?? formats,
    sideFileOption: each.sideFileOption ?? sideFileOption,
  }))
}

/** Gives every row of a group that names no needs of its own these. */
export function needing<Rows extends object>(needs: readonly string[], rows: Rows): Rows {
  return mapRows(rows, (each) => ({ ...each, needs: each.needs ?? needs }))
}

function mapRows<Rows extends object>(rows: Rows, change: (row: Option<unknown>) => Option<unknown>): Rows {
  const entries = Object.entries(rows as Record<string, Option<unknown>>)
  return Object.fromEntries(entries.map(([name, each]) => [name, change(each)])) as Rows
}
