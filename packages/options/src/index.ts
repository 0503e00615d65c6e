import { createOptions } from './create-options.ts'

export { readCookieLine, unknownAttributes, type CookieLine } from './values/cookie-line.ts'
export { canonicalJson } from './values/canonical-json.ts'
export type { Box } from './values/geometry.ts'
export { pageAddress } from './values/page-address.ts'
export { addressesIn, keepsEmpty } from './table/addresses.ts'
export { standsFor, type ResolvedName } from './table/aliases.ts'
export { showDefaults, type Defaults } from './resolve/project-defaults.ts'
export type { FieldDescription, OptionDescription } from './describe/describe.ts'
export { ALL_FEATURES, features, hasFeature, missingFeature, type FeatureName } from './table/features.ts'
export type { AddressTarget, Option, SecretReader } from './kinds/index.ts'
export { isObject } from './kinds/shapes.ts'
export { defaultLimits, type Limits } from './table/limits.ts'
export { nearestName, nearestNames, optionNamed } from './table/names.ts'
export { createOptions, type Options } from './create-options.ts'
export { displayKey } from './parse/display-value.ts'
export type { BodyForm, ParsedOptions } from './parse/parse.ts'
export type { Rgba } from './values/colour.ts'
export type { PageRange } from './values/page-ranges.ts'
export { REDIRECT_SECONDS, RESPONSE_TYPES_WITH_FILE } from './groups/delivery/response.ts'
export { EASES, type Ease } from './groups/video/video-scroll.ts'
export type { VideoCodec, VideoFile } from './values/video/ffmpeg-arguments.ts'
export type { FfmpegArguments } from './values/video/read-ffmpeg.ts'
export { POINTS_PER_INCH } from './values/length.ts'
export {
  CSS_DPI,
  MARGIN_PAIRS,
  noRoomBetween,
  sentPaper,
  turnedPaper,
  SIDES,
  DEFAULT_PAPER,
  type PaperOptions,
  type SentPaper,
} from './values/paper.ts'
export { writeReference } from './describe/reference.ts'
export { fillInDefaults, leaveOutDefaults } from './resolve/brief-options.ts'
export { cacheForm, type CacheForm } from './resolve/cache-form.ts'
export { certifiedOptions } from './resolve/certified-options.ts'
export { mergeOptions, resolveOptions, resolveRetry, type ResolvedOptions } from './resolve/resolve.ts'
export { toRenderOptions, type RenderOptions } from './resolve/render-options.ts'
export type { RetryEntry } from './resolve/retry-entry.ts'
export { isServiceAccountKey } from './values/service-account-key.ts'
export { sliceSuffix } from './values/thumbnail-names.ts'
export { PRESIGNED } from './table/presigned.ts'
export { publicOptions, recordedOptions, redact, splitSecrets, type PublicOptions } from './table/secrets.ts'
export { stateOf, type OptionState } from './table/state.ts'
export { groups, optionNames, optionOf, type GivenOptions, type OptionName } from './table/table.ts'
export { warningsFor } from './resolve/warnings.ts'
export { METADATA_PARTS } from './rules/implications.ts'
export { framesToRecord, timelineMs, VIDEO_LENGTH_OPTIONS } from './values/video/video-length.ts'
export { refuseCredentials } from './rules/refuse-credentials.ts'
export { MEBIBYTES_BELOW } from './rules/storage-conflicts.ts'
export { requireVideoLength, type VideoLengthLimits } from './rules/require-video-length.ts'

/** The contract within the default limits. */
export const {
  parseOptions,
  parseDefaults,
  describeOptions,
  optionsSchema,
  defaultsSchema,
  retryEntrySchema,
} = createOptions()
