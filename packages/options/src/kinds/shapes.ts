import { isDeepStrictEqual } from 'node:util'
import { readJsonText } from './json-text.ts'
import {
  row,
  type Fields,
  type Option,
  type Reading,
  type Schema,
  type Settings,
  type ValueOf,
} from './option.ts'
import { toCamelCase } from './spelling.ts'

export type ShapeOf<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> }

interface ShapeSettings extends Settings<undefined> {
  /** Makes an unknown key an error; otherwise it is ignored with a warning. */
  isExact?: boolean
}

/** An object of named fields, each accepted in both spellings; in forms also as JSON text. */
export function shape<F extends Fields>(
  description: string,
  fields: F,
  settings: ShapeSettings = {},
): Option<ShapeOf<F>> {
  const read = reader(fields, settings.isExact, false)
  return row<ShapeOf<F>, undefined>(
    {
      kind: 'object',
      description,
      expects: `an object of ${Object.keys(fields).join(', ')}`,
      schema: schemaOf(fields, valueSchema),
      sent: { ...schemaOf(fields, sentSchema, !settings.isExact), type: ['object', 'string'] },
      fields,
      coerce: (raw, reading) => read(parsed(raw), reading),
    },
    withSecret(settings, fields),
  )
}

/** A list of such objects; in forms also a single one. */
export function shapes<F extends Fields>(
  description: string,
  fields: F,
  settings: ShapeSettings & { minItems?: number; maxItems: number },
): Option<ShapeOf<F>[]> {
  const { minItems = 0, maxItems } = settings
  const read = reader(fields, settings.isExact, false)
  return row<ShapeOf<F>[], undefined>(
    {
      kind: 'objects',
      description,
      expects: `a list of ${minItems} to ${maxItems} objects of ${Object.keys(fields).join(', ')}`,
      schema: { type: 'array', minItems, maxItems, items: schemaOf(fields, valueSchema) },
      sent: {
        type: ['array', 'string'],
        minItems,
        maxItems,
        items: schemaOf(fields, sentSchema, !settings.isExact),
      },
      fields,
      coerce(raw, reading) {
        const given = parsed(raw)
        return readAll(reading.isForm && isObject(given) && !isSparse(given) ? [given] : given, reading, read)
      },
    },
    withSecret(settings, fields),
  )
}

export type PatchOf<F extends Fields> = { [K in keyof F]?: ValueOf<F[K]> | null }

/** One object or a list of objects that change other values; a member that is null, or an empty address, removes a value. */
export function patches<F extends Fields>(
  description: string,
  fields: F,
  settings: ShapeSettings & { maxItems: number },
): Option<PatchOf<F>[]> {
  const { maxItems } = settings
  const read = reader(fields, settings.isExact, true)
  return row<PatchOf<F>[], undefined>(
    {
      kind: 'objects',
      description,
      expects: `an object, or a list of at most ${maxItems} objects, of ${Object.keys(fields).join(', ')}`,
      schema: { type: 'array', maxItems, items: schemaOf(fields, (field) => orNull(valueSchema(field))) },
      sent: {
        type: ['array', 'object', 'string'],
        maxItems,
        items: schemaOf(fields, (field) => orNull(sentSchema(field)), !settings.isExact),
      },
      fields,
      coerce(raw, reading) {
        const given = parsed(raw)
        return readAll(isObject(given) ? [given] : given, reading, read)
      },
    },
    withSecret(settings, fields),
  )
}

type Read = (raw: unknown, reading: Reading) => unknown

function reader(fields: Fields, isExact = false, keepsNull: boolean): Read {
  const names = Object.keys(fields)
  const bySpelling = new Map(
    names.flatMap((name) => [
      [name, name],
      [toCamelCase(name), name],
    ]),
  )
  return (raw, reading) => {
    if (!isObject(raw)) return raw
    const values: Record<string, unknown> = {}
    const spelledAs = new Map<string, string>()
    for (const [spelling, each] of Object.entries(raw)) {
      const path = `${reading.path}.${spelling}`
      const name = bySpelling.get(spelling)
      if (name === undefined) {
        if (isExact) reading.reject(path, `is not allowed: the members of an item are ${names.join(', ')}`)
        else reading.ignore(path, names)
        continue
      }
      if (each === undefined || (each === null && !keepsNull)) continue
      const isRemoved = each === null || (keepsNull && each === '' && fields[name]!.address !== undefined)
      const value = isRemoved ? null : fields[name]!.coerce(each, { ...reading, path })
      const twin = spelledAs.get(name)
      if (twin !== undefined && !isDeepStrictEqual(values[name], value))
        reading.reject(path, `is the same as "${twin}" but has a different value`)
      spelledAs.set(name, spelling)
      values[name] = value
    }
    return values
  }
}

function readAll(given: unknown, reading: Reading, read: Read): unknown {
  if (!Array.isArray(given)) return given
  return given.map((item: unknown, at) => read(item, { ...reading, path: `${reading.path}[${at}]` }))
}

function parsed(raw: unknown): unknown {
  return typeof raw === 'string' ? readJsonText(raw) : raw
}

/** Returns whether a value of JSON is an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns whether an object is a malformed list of a form (`thumbnails[150][width]=1`). */
function isSparse(given: object): boolean {
  return Object.keys(given).some((key) => /^\d+$/.test(key))
}

type Field = Fields[string]

/** Builds the schema of an object; `memberSchema` returns that of a member. Members in camelCase are additional ones. */
function schemaOf(
  fields: Fields,
  memberSchema: (field: Field) => Schema,
  additionalProperties = false,
): Schema {
  const properties = Object.entries(fields).map(([name, field]) => [name, memberSchema(field)])
  return { type: 'object', properties: Object.fromEntries(properties) as Schema, additionalProperties }
}

const valueSchema = ({ schema }: Field): Schema => schema
const sentSchema = ({ schema, sent = schema }: Field): Schema => sent

function orNull(schema: Schema): Schema {
  const { type, enum: values, anyOf } = schema as Forms
  return {
    ...schema,
    ...(type && { type: [type, 'null'].flat() }),
    ...(values && { enum: [...values, null] }),
    ...(anyOf && { anyOf: [...anyOf, { type: 'null' }] }),
  }
}

/** The parts of a schema that say which values it accepts. */
interface Forms {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Schema[]
}

function withSecret(settings: ShapeSettings, fields: Fields): ShapeSettings {
  return {
    ...settings,
    secret: settings.secret ?? Object.values(fields).find(({ secret }) => secret)?.secret,
  }
}
