import { aliases, shorthands } from '../table/aliases.ts'
import type { Format } from '@render/outputs'
import type { Kind, Option } from '../kinds/option.ts'
import { stateOf, type OptionState } from '../table/state.ts'
import { optionNames, type createGroups, type OptionName } from '../table/table.ts'

/** The description of an option for the API, the reference and dashboards. */
export interface OptionDescription {
  name: OptionName
  group: string
  kind: Kind
  unit?: string
  minimum?: number
  maximum?: number
  default?: unknown
  values?: readonly string[]
  /** Accepted synonyms of the values. */
  synonyms?: Readonly<Record<string, string>>
  examples?: readonly (string | number)[]
  description: string
  /** Completes "must be ...". */
  expects: string
  state: OptionState
  /** Why the option has no effect; set in state `accepted`. */
  reason?: string
  formats?: readonly Format[]
  /** The option that asks for such a file beside a main file of another format. */
  beside?: string
  needs?: readonly string[]
  /** The option has no effect where one of these has. */
  overriddenBy?: readonly string[]
  /** Options of `overriddenBy` that do not override where the other one is set. */
  exceptWith?: Readonly<Record<string, string>>
  isSecret: boolean
  /** Sealed and kept out of records like a secret, but shown to those who set it. */
  isPrivate: boolean
  /** The option that this is an alias of. */
  aliasOf?: OptionName
  /** The options that this shorthand sets. */
  shortFor?: readonly OptionName[]
  fields?: FieldDescription[]
}

export interface FieldDescription {
  name: string
  kind: Kind
  values?: readonly string[]
  synonyms?: Readonly<Record<string, string>>
  description: string
  expects: string
  isSecret: boolean
  fields?: FieldDescription[]
}

/** Describes every option of a table, in the order of the groups. */
export function describeGroups(groups: ReturnType<typeof createGroups>): OptionDescription[] {
  const described = Object.entries(groups).flatMap(([group, rows]) =>
    Object.entries<Option<unknown>>(rows).map(([name, row]) => describe(name as OptionName, group, row)),
  )
  return described.toSorted((a, b) => order.get(a.name)! - order.get(b.name)!)
}

const order = new Map(optionNames.map((name, at) => [name, at]))

function describe(name: OptionName, group: string, row: Option<unknown>): OptionDescription {
  const { minimum, maximum, exclusiveMinimum } = row.schema as Record<string, number | undefined>
  return {
    name,
    group,
    kind: row.kind,
    unit: row.unit,
    minimum: minimum ?? exclusiveMinimum,
    maximum,
    default: row.default,
    values: row.values,
    synonyms: row.synonyms,
    examples: row.examples,
    description: row.description,
    expects: row.expects,
    state: stateOf(name),
    reason: row.accepted,
    formats: row.formats,
    beside: row.sideFileOption,
    needs: row.needs,
    overriddenBy: row.overriddenBy,
    exceptWith: row.exceptWith,
    isSecret: row.secret !== undefined,
    isPrivate: row.isPrivate === true,
    aliasOf: aliases.find(({ alias }) => alias === name)?.of,
    shortFor: Object.entries(shorthands).find(([shorthand]) => shorthand === name)?.[1],
    fields: describeFields(row),
  }
}

function describeFields({ fields }: Option<unknown>): FieldDescription[] | undefined {
  if (!fields) return undefined
  return Object.entries(fields).map(([name, row]) => ({
    name,
    kind: row.kind,
    values: row.values,
    synonyms: row.synonyms,
    description: row.description,
    expects: row.expects,
    isSecret: row.secret !== undefined,
    fields: describeFields(row),
  }))
}
