import { createDefaultsReplacer, type Defaults } from './resolve/project-defaults.ts'
import { describeGroups, type OptionDescription } from './describe/describe.ts'
import { loweredDefaults } from './resolve/lowered-defaults.ts'
import type { Schema } from './kinds/option.ts'
import { defaultLimits, type Limits } from './table/limits.ts'
import { createParser, type BodyForm, type ParsedOptions } from './parse/parse.ts'
import { createValidator, publicSchema } from './parse/schema.ts'
import { createGroups, createTable, type GivenOptions } from './table/table.ts'

/** The functions and schemas that depend on the operator's limits. */
export interface Options {
  parseOptions: (body: Record<string, unknown>, form?: BodyForm) => ParsedOptions
  parseDefaults: (body: Record<string, unknown>, form?: BodyForm) => ParsedOptions
  replaceDefaults: (former: Defaults, sent: Defaults) => Defaults
  describeOptions: () => OptionDescription[]
  /** Compiles the validator, which takes a tenth of a second and otherwise happens in the first request. */
  compile: () => void
  /** JSON Schema of a request. */
  optionsSchema: Schema
  /** JSON Schema of the options of a project. */
  defaultsSchema: Schema
  /** JSON Schema of an entry of `retry_with`. */
  retryEntrySchema: Schema
  /** The defaults that the limits lower. */
  loweredDefaults: GivenOptions
}

/** Creates the option contract within an operator's limits. */
export function createOptions(limits: Partial<Limits> = {}): Options {
  const bounds = { ...defaultLimits, ...limits }
  const table = createTable(bounds)
  const { url: _, html: __, ...defaultable } = table
  const validator = createValidator(table)
  const parser = createParser(table, validator)
  let described: OptionDescription[] | undefined
  return {
    ...parser,
    replaceDefaults: createDefaultsReplacer(parser.parseDefaults),
    compile: () => void validator(),
    describeOptions: () => (described ??= describeGroups(createGroups(bounds))),
    optionsSchema: publicSchema(table),
    defaultsSchema: publicSchema(defaultable),
    retryEntrySchema: publicSchema(table.retry_with.fields ?? {}),
    loweredDefaults: loweredDefaults(table),
  }
}
