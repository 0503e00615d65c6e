import { defaultLimits, type Limits } from '@render/options'
import { count, type Values } from '@render/runtime'
import type { videoVariables } from './shared-variables.ts'

/** The limit of options that each variable sets. */
const limits = {
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

type Variable = keyof typeof limits
type VideoConfig = Pick<Values<typeof videoVariables>, 'MAX_VIDEO_WIDTH' | 'MAX_VIDEO_HEIGHT'>

/** Read by services that accept options of renders. */
export const optionVariables = Object.fromEntries(
  Object.entries(limits).map(([variable, [limit, desc]]) => [
    variable,
    count({ default: defaultLimits[limit], desc: `${desc}, the same for all services` }),
  ]),
) as Record<Variable, ReturnType<typeof count>>

export function optionLimits(config: Record<Variable, number> & VideoConfig): Limits {
  const set = Object.entries(limits).map(([variable, [limit]]) => [limit, config[variable as Variable]])
  const { MAX_VIDEO_WIDTH: videoWidth, MAX_VIDEO_HEIGHT: videoHeight } = config
  return { ...defaultLimits, ...Object.fromEntries(set), videoWidth, videoHeight }
}
