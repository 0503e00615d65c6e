import { jsonLimits, type JsonLimits } from '@render/http'
import { defaultLimits, type Limits } from '@render/options'
import { count } from '@render/runtime'

/** How large a request may be: variables of the environment, and the limit that each one sets. */
const optionVariables = {
  MAX_URL_BYTES: ['urlBytes', 'longest url'],
  MAX_HTML_BYTES: ['htmlBytes', 'longest html'],
  MAX_CODE_BYTES: ['codeBytes', 'longest css and longest js'],
  MAX_SELECTOR_BYTES: ['selectorBytes', 'longest selector'],
  MAX_HEADERS: ['headers', 'most request headers'],
  MAX_HEADER_BYTES: ['headerBytes', 'longest request header'],
  MAX_COOKIES: ['cookies', 'most cookies'],
  MAX_WIDTH: ['width', 'widest viewport in CSS pixels'],
  MAX_HEIGHT: ['height', 'highest viewport in CSS pixels'],
  MAX_DPR: ['dpr', 'most pixels per CSS pixel'],
  MAX_VIDEO_MS: ['videoMs', 'longest video in milliseconds'],
  MAX_VIDEO_WIDTH: ['videoWidth', 'widest video in pixels'],
  MAX_VIDEO_HEIGHT: ['videoHeight', 'highest video in pixels'],
  MAX_VIDEO_FPS: ['videoFps', 'most frames per second of a video'],
  MAX_THUMBNAILS: ['thumbnails', 'most thumbnails'],
  MAX_RETRY_ENTRIES: ['retryEntries', 'most entries of retry_with'],
} as const satisfies Record<string, readonly [keyof Limits, string]>

const bodyVariables = {
  BODY_MAX_DEPTH: ['depth', 'deepest nesting of a JSON body'],
  BODY_MAX_NODES: ['nodes', 'most values of a JSON body'],
  BODY_MAX_KEYS: ['keys', 'most keys of an object of a JSON body'],
  BODY_MAX_ITEMS: ['items', 'most items of an array of a JSON body'],
} as const satisfies Record<string, readonly [keyof JsonLimits, string]>

export const limitVariables = {
  ...specsOf(optionVariables, defaultLimits),
  ...specsOf(bodyVariables, jsonLimits),
}

type LimitConfig = Record<keyof typeof limitVariables, number>

export function optionLimits(config: LimitConfig): Limits {
  return { ...defaultLimits, ...limitsOf(optionVariables, config) }
}

export function bodyLimits(config: LimitConfig): JsonLimits {
  return { ...jsonLimits, ...limitsOf(bodyVariables, config) }
}

type Variables<L extends string> = Record<string, readonly [L, string]>

function specsOf<L extends string, V extends Variables<L>>(variables: V, defaults: Record<L, number>) {
  const specs = Object.entries(variables).map(([variable, [limit, desc]]) => [
    variable,
    count({ default: defaults[limit], desc }),
  ])
  return Object.fromEntries(specs) as Record<keyof V, ReturnType<typeof count>>
}

function limitsOf<L extends string>(
  variables: Variables<L>,
  config: Record<string, number>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(variables).map(([variable, [limit]]) => [limit, config[variable]!]),
  )
}
