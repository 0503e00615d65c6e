import type { ErrorCode } from '@render/errors'
import { FORMATS, RASTER } from '../formats.ts'
import { plannedFormats } from '../planned.ts'
import type { GivenOptions, OptionName } from '../table.ts'
import { cookieFault } from './cookie-faults.ts'
import { thumbnailFault, thumbnailLikeSlice, thumbnailTwins } from './thumbnail-names.ts'

/** Options that cannot go together. */
export interface Conflict {
  name: string
  /** The options it is about, the one that is complained of first. */
  options: readonly [OptionName, ...OptionName[]]
  code?: ErrorCode
  /** What is wrong, as a sentence that names the options; undefined when nothing is. */
  find: (values: GivenOptions) => string | undefined
}

/** What only an operator could provide; this service has no place for any of it. */
const MISSING = {
  gpu: 'graphics hardware',
  solve_captchas: 'a solver of captchas',
  solve_cf_turnstile: 'a solver of challenges',
} as const

const missing = (Object.keys(MISSING) as (keyof typeof MISSING)[]).map((option): Conflict => ({
  name: `${option} without ${MISSING[option]}`,
  options: [option],
  code: 'FeatureNotAvailableOnPlan',
  find: (values) =>
    values[option]
      ? `"${option}" needs ${MISSING[option]}, which the operator of this service has not configured.`
      : undefined,
}))

export const conflicts: Conflict[] = [
  ...missing,
  {
    name: 'a format that cannot be made yet',
    options: ['format'],
    find({ format }) {
      if (!format || !isPlanned(format)) return undefined
      const made = FORMATS.filter((each) => !isPlanned(each)).join(', ')
      return `"format" ${format} cannot be made yet: it must be one of ${made}.`
    },
  },
  {
    name: 'slices of less than a full page',
    options: ['full_page_slices', 'full_page'],
    find: ({ full_page_slices, full_page }) =>
      full_page_slices && !full_page ? '"full_page_slices" needs "full_page".' : undefined,
  },
  {
    name: 'slices of what is no picture',
    options: ['full_page_slices', 'format'],
    find: ({ full_page_slices, format = 'png' }) =>
      full_page_slices && !RASTER.includes(format)
        ? `"full_page_slices" needs a "format" of ${RASTER.join(', ')}, not ${format}.`
        : undefined,
  },
  {
    name: 'slices that hardly advance',
    options: ['full_page_slice_overlap_height', 'full_page_slice_height', 'full_page_slices'],
    find: ({
      full_page_slices,
      full_page_slice_height: height = 4000,
      full_page_slice_overlap_height: overlap = 0,
    }) =>
      full_page_slices && height - overlap < SLICE_STEP
        ? `"full_page_slice_overlap_height" must be at least ${SLICE_STEP} less than "full_page_slice_height" (${height}), not ${overlap}.`
        : undefined,
  },
  {
    name: 'a bucket and a container',
    options: ['use_azure', 'use_s3'],
    code: 'ConflictingStorageOptionsError',
    find: ({ use_s3, use_azure }) =>
      use_s3 && use_azure ? '"use_s3" and "use_azure" cannot both be set.' : undefined,
  },
  {
    name: 'an upload and a store',
    options: ['s3_presigned_url', 'use_s3', 'use_azure'],
    code: 'ConflictingStorageOptionsError',
    find({ s3_presigned_url, use_s3, use_azure }) {
      if (!s3_presigned_url || !(use_s3 || use_azure)) return undefined
      return `"s3_presigned_url" and "${use_s3 ? 'use_s3' : 'use_azure'}" cannot both be set.`
    },
  },
  {
    name: 'a file that is neither kept nor sent',
    options: ['no_upload', 'response_type'],
    find: ({ no_upload, response_type = 'json' }) =>
      no_upload && !SENT.has(response_type)
        ? `"no_upload" needs a "response_type" of binary or base64, not ${response_type}.`
        : undefined,
  },
  {
    name: 'a store for a file that is not kept',
    options: ['no_upload', 'use_s3', 'use_azure', 's3_presigned_url'],
    code: 'ConflictingStorageOptionsError',
    find({ no_upload, ...values }) {
      const store = (['use_s3', 'use_azure', 's3_presigned_url'] as const).find((name) => values[name])
      return no_upload && store ? `"no_upload" and "${store}" cannot both be set.` : undefined
    },
  },
  {
    name: 'a secret render that must be kept here',
    options: ['secure_mode', 'use_s3', 'use_azure', 's3_presigned_url', 'response_type'],
    find: ({ secure_mode, use_s3, use_azure, s3_presigned_url, response_type = 'json' }) =>
      secure_mode && !use_s3 && !use_azure && !s3_presigned_url && !SENT.has(response_type)
        ? '"secure_mode" needs "use_s3", "use_azure", "s3_presigned_url", or a "response_type" of binary or base64.'
        : undefined,
  },
  {
    name: 'a thumbnail of no size',
    options: ['thumbnails'],
    find: ({ thumbnails = [] }) => thumbnailFault(thumbnails),
  },
  {
    name: 'thumbnails with one file name',
    options: ['thumbnails'],
    code: 'DuplicateThumbnailSuffixError',
    find({ thumbnails = [] }) {
      const twins = thumbnailTwins(thumbnails, 'suffix')
      return twins && `"thumbnails[${twins.at}].suffix" is "${twins.name}", as that of another thumbnail.`
    },
  },
  {
    name: 'a thumbnail with the file name of a slice',
    options: ['thumbnails', 'full_page_slices'],
    code: 'DuplicateThumbnailSuffixError',
    find({ thumbnails = [], full_page_slices }) {
      const like = full_page_slices ? thumbnailLikeSlice(thumbnails) : undefined
      return like && `"thumbnails[${like.at}].suffix" is "${like.name}", as that of a slice.`
    },
  },
  {
    name: 'thumbnails with one key in an object',
    options: ['thumbnails_object', 'thumbnails'],
    find({ thumbnails = [], thumbnails_object }) {
      const twins = thumbnails_object ? thumbnailTwins(thumbnails, 'key') : undefined
      return (
        twins &&
        `"thumbnails_object" needs keys of their own: "thumbnails[${twins.at}].key" is "${twins.name}" again.`
      )
    },
  },
  {
    name: 'a header that is not for callers to set',
    options: ['header'],
    find({ header = [] }) {
      const name = header.map((line) => line.slice(0, line.search(/[=:]/)).trim()).find(isBrowsersOwn)
      return name && `"header" cannot set ${name}: it must not be any of ${BROWSERS_OWN.join(', ')}.`
    },
  },
  {
    name: 'a cookie that no browser would keep',
    options: ['cookie', 'url', 'base_url'],
    find({ cookie = [], html, url, base_url }) {
      const host = URL.parse((html === undefined ? url : base_url) ?? '')?.hostname
      const faults = cookie.map((line) => cookieFault(line, host))
      const at = faults.findIndex((fault) => fault !== undefined)
      return at < 0 ? undefined : `"cookie[${at}]" ${faults[at]}.`
    },
  },
  {
    name: 'another vantage point for a known visitor',
    options: ['pov', 'cookie', 'authorization'],
    find({ pov, cookie, authorization }) {
      if (!pov) return undefined
      const known = authorization ? 'authorization' : cookie && cookie.length > 0 ? 'cookie' : undefined
      return known && `"pov" and "${known}" cannot both be set.`
    },
  },
  {
    name: 'a codec that the file cannot hold',
    options: ['video_codec', 'format'],
    find: ({ video_codec, format }) =>
      (format === 'mp4' && video_codec === 'vp8') || (format === 'webm' && video_codec === 'h264')
        ? `"video_codec" ${video_codec} cannot go into "format" ${format}.`
        : undefined,
  },
  {
    name: 'half a position',
    options: ['longitude', 'latitude'],
    find({ longitude, latitude }) {
      if ((longitude === undefined) === (latitude === undefined)) return undefined
      return longitude === undefined ? '"latitude" needs "longitude".' : '"longitude" needs "latitude".'
    },
  },
  {
    name: 'a key for no provider',
    options: ['llm_key', 'llm_provider'],
    find: ({ llm_key, llm_provider }) =>
      llm_key && !llm_provider ? '"llm_key" needs "llm_provider".' : undefined,
  },
  {
    name: 'a choice between no words',
    options: ['llm_output', 'llm_schema'],
    find: ({ llm_output, llm_schema }) =>
      llm_output === 'enum' && !Array.isArray(llm_schema)
        ? '"llm_output" enum needs a list of strings as "llm_schema".'
        : undefined,
  },
]

const SLICE_STEP = 100

/** What a browser says by itself, or has other options; `*` stands for the rest of a name. */
const BROWSERS_OWN = [
  'Host',
  'Content-Length',
  'Transfer-Encoding',
  'Connection',
  'Keep-Alive',
  'Upgrade',
  'TE',
  'Trailer',
  'Cookie',
  'Sec-*',
  'Proxy-*',
]
const SENT = new Set(['binary', 'base64'])

function isBrowsersOwn(name: string): boolean {
  return BROWSERS_OWN.some((own) =>
    own.endsWith('*')
      ? name.toLowerCase().startsWith(own.slice(0, -1).toLowerCase())
      : name.toLowerCase() === own.toLowerCase(),
  )
}

function isPlanned(format: string): boolean {
  return (plannedFormats as readonly string[]).includes(format)
}
