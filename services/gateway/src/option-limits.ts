import { jsonLimits, type JsonLimits } from '@render/http'
import { defaultLimits, type Limits } from '@render/options'
import { count, type Values } from '@render/runtime'
import type { videoVariables } from '@render/service'

/** Environment variables for limits of options, with the limit that each one sets. */
const optionVariables = {
  MAX_URL_BYTES: ['urlBytes', 'maximum size of url and of base_url, in bytes, also when percent-encoded'],
  MAX_HTML_BYTES: ['htmlBytes', 'maximum size of html, in bytes'],
  MAX_CODE_BYTES: ['codeBytes', 'maximum size of css and of js, in bytes'],
  MAX_SELECTOR_BYTES: ['selectorBytes', 'maximum size of a selector, in bytes'],
  MAX_HEADERS: ['headers', 'maximum number of request headers'],
  MAX_HEADER_BYTES: ['headerBytes', 'maximum size of a request header, in bytes'],
  MAX_COOKIES: ['cookies', 'maximum number of cookies'],
  MAX_WIDTH: ['width', 'maximum viewport width, in CSS pixels'],
  MAX_HEIGHT: ['height', 'maximum viewport height, in CSS pixels'],
  MAX_DPR: ['dpr', 'maximum dpr (device pixels per CSS pixel)'],
  MAX_VIDEO_MS: ['videoMs', 'maximum duration of a video, in milliseconds'],
  MAX_VIDEO_FPS: ['videoFps', 'maximum frame rate of a video, in frames per second'],
  MAX_THUMBNAILS: ['thumbnails', 'maximum number of thumbnails'],
  MAX_RETRY_ENTRIES: ['retryEntries', 'maximum number of entries of retry_with'],
} as const satisfies Record<string, readonly [keyof Limits, string]>

const bodyVariables = {
  BODY_MAX_DEPTH: ['depth', 'maximum nesting depth of a JSON body'],
  BODY_MAX_NODES: ['nodes', 'maximum number of values in a JSON body'],
  BODY_MAX_KEYS: ['keys', 'maximum number of keys of an object in a JSON body'],
  BODY_MAX_ITEMS: ['items', 'maximum number of items of an array in a JSON body'],
} as const satisfies Record<string, readonly [keyof JsonLimits, string]>

export const limitVariables = {
  ...specsOf(optionVariables, defaultLimits),
  ...specsOf(bodyVariables, jsonLimits),
}

type LimitConfig = Record<keyof typeof limitVariables, number>
type VideoConfig = Pick<Values<typeof videoVariables>, 'MAX_VIDEO_WIDTH' | 'MAX_VIDEO_HEIGHT'>

export function optionLimits(config: LimitConfig & VideoConfig): Limits {
  const { MAX_VIDEO_WIDTH: videoWidth, MAX_VIDEO_HEIGHT: videoHeight } = config
  return { ...defaultLimits, ...limitsOf(optionVariables, config), videoWidth, videoHeight }
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
