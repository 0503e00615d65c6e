import type { Format } from '@render/outputs'
import { PRESIGNED } from './presigned.ts'
import type { GivenOptions, OptionName } from './table.ts'

interface Feature {
  /** Options that need the feature when they are set to anything but false. */
  options?: readonly OptionName[]
  formats?: readonly Format[]
  /** Members of list items that need the feature, by option. */
  members?: Partial<Record<OptionName, string>>
}

/** The features that a plan can exclude, and the options and formats that need them. */
export const features = {
  pdf: { formats: ['pdf'] },
  video: { formats: ['mp4', 'webm'] },
  llm: { options: ['use_llm'] },
  storage: {
    options: ['use_s3', 'use_azure', ...PRESIGNED],
    members: { thumbnails: 'presigned_url' },
  },
  proxies: { options: ['proxy', 'use_proxy', 'service_proxy', 'pov', 'point_of_view'] },
  stealth: { options: ['use_stealth'] },
  web_bot_auth: { options: ['web_bot_auth', 'web_bot_auth_optional'] },
  queues: { options: ['render_queue', 'region'] },
} as const satisfies Record<string, Feature>

export type FeatureName = keyof typeof features

/** In a plan's list this stands for all features, future ones included. */
export const ALL_FEATURES = '*'

/** Returns whether a list of features includes one. */
export function hasFeature(given: readonly string[], wanted: FeatureName): boolean {
  return given.includes(ALL_FEATURES) || given.includes(wanted)
}

/** Returns a feature that a render or one of its retries needs and that is not given; undefined when none is missing. */
export function missingFeature(
  { retry_with = [], ...options }: GivenOptions,
  given: readonly string[],
): { feature: FeatureName; option: OptionName } | undefined {
  for (const feature of Object.keys(features) as FeatureName[]) {
    if (hasFeature(given, feature)) continue
    const { options: names = [], formats = [], members = {} }: Feature = features[feature]
    if (options.format && formats.includes(options.format)) return { feature, option: 'format' }
    const attempts: Record<string, unknown>[] = [options, ...retry_with]
    const lists = Object.keys(members) as OptionName[]
    const option =
      names.find((name) => attempts.some((attempt) => isSet(attempt[name]))) ??
      lists.find((name) => itemsOf(options, name).some((item) => isSet(item[members[name]!])))
    if (option) return { feature, option }
  }
  return undefined
}

function itemsOf(options: GivenOptions, name: OptionName): Record<string, unknown>[] {
  return ((options as Record<string, unknown>)[name] ?? []) as Record<string, unknown>[]
}

/** An empty text counts as not set. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== ''
}
