export type { Option, SecretReader } from './kinds.ts'
export { nearestName, optionNamed } from './names.ts'
export { parseOptions, type ParsedOptions } from './parse.ts'
export { resolveOptions } from './resolve.ts'
export { optionsSchema } from './schema.ts'
export { partSecrets, type PublicOptions } from './secrets.ts'
export {
  groups,
  optionNames,
  optionOf,
  type GivenOptions,
  type OptionName,
  type RenderOptions,
} from './table.ts'
