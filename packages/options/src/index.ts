import { createOptions } from './options.ts'

export { readCookieLine } from './cookie-line.ts'
export { standsFor, type ResolvedName } from './aliases.ts'
export { showDefaults, type Defaults } from './defaults.ts'
export type { FieldDescription, OptionDescription } from './describe.ts'
export { ALL_FEATURES, features, hasFeature, missingFeature, type FeatureName } from './features.ts'
export type { Format } from './formats.ts'
export type { Option, SecretReader } from './kinds/index.ts'
export { defaultLimits, type Limits } from './limits.ts'
export { nearestName, nearestNames, optionNamed } from './names.ts'
export { createOptions, type Options } from './options.ts'
export type { BodyForm, ParsedOptions } from './parse.ts'
export { planned, plannedFormats, type ResolvedFormat } from './planned.ts'
export { readColour, type Rgba } from './read-colour.ts'
export { writeReference } from './reference.ts'
export { mergeOptions, resolveOptions, resolveRetry, type RenderOptions } from './resolve.ts'
export type { RetryEntry } from './retry-entry.ts'
export { sliceSuffix, thumbnailKey, thumbnailSuffix } from './rules/thumbnail-names.ts'
export { partSecrets, redact, type PublicOptions } from './secrets.ts'
export { stateOf, type OptionState } from './state.ts'
export { groups, optionNames, optionOf, type GivenOptions, type OptionName } from './table.ts'
export { warningsFor } from './warnings.ts'

/** The contract within the usual limits. */
export const {
  parseOptions,
  parseDefaults,
  changeDefaults,
  describeOptions,
  optionsSchema,
  defaultsSchema,
  retryEntrySchema,
} = createOptions()
