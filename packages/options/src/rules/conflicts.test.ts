import { describe, expect, test } from '@jest/globals'
import type { RenderError } from '@render/errors'
import { resolveOptions, type GivenOptions } from '../index.ts'
import { conflicts } from './conflicts.ts'

interface Case {
  refused: GivenOptions
  /** What the message says. */
  naming: string[]
  allowed: GivenOptions[]
  code?: string
}

const cases: Record<string, Case[]> = {
  'gpu without graphics hardware': [
    {
      refused: { gpu: true },
      naming: ['"gpu"', 'graphics hardware'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [{ gpu: false }],
    },
  ],
  'solve_captchas without a solver of captchas': [
    {
      refused: { solve_captchas: true },
      naming: ['"solve_captchas"', 'a solver'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [],
    },
  ],
  'solve_cf_turnstile without a solver of challenges': [
    {
      refused: { solve_cf_turnstile: true },
      naming: ['"solve_cf_turnstile"', 'a solver'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [],
    },
  ],
  'a format that cannot be made yet': [
    {
      refused: { format: 'pdf' },
      naming: ['"format" pdf', 'png, jpg, webp'],
      allowed: [{ format: 'webp' }, {}],
    },
  ],
  'slices of less than a full page': [
    {
      refused: { full_page_slices: true },
      naming: ['"full_page_slices"', '"full_page"'],
      allowed: [{ full_page_slices: true, full_page: true }, { full_page_slices: false }],
    },
  ],
  'slices of what is no picture': [
    {
      refused: { full_page_slices: true, full_page: true, format: 'pdf' },
      naming: ['"full_page_slices"', '"format"', 'avif', 'pdf'],
      allowed: [{ full_page_slices: true, full_page: true, format: 'jpg' }],
    },
  ],
  'slices that hardly advance': [
    {
      refused: { full_page_slices: true, full_page: true, full_page_slice_overlap_height: 3901 },
      naming: ['"full_page_slice_overlap_height"', '"full_page_slice_height" (4000)', '3901'],
      allowed: [
        { full_page_slices: true, full_page: true, full_page_slice_overlap_height: 3900 },
        { full_page_slice_height: 1 },
      ],
    },
    {
      refused: { full_page_slices: true, full_page: true, full_page_slice_height: 99 },
      naming: ['"full_page_slice_height" (99)'],
      allowed: [{ full_page_slices: true, full_page: true, full_page_slice_height: 100 }],
    },
  ],
  'a bucket and a container': [
    {
      refused: { use_s3: true, use_azure: true },
      naming: ['"use_s3"', '"use_azure"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [{ use_s3: true }, { use_azure: true }],
    },
  ],
  'an upload and a store': [
    {
      refused: { use_azure: true, s3_presigned_url: 'https://a/?sesame' },
      naming: ['"s3_presigned_url"', '"use_azure"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [{ s3_presigned_url: 'https://a/' }],
    },
  ],
  'a file that is neither kept nor sent': [
    {
      refused: { no_upload: true },
      naming: ['"no_upload"', '"response_type"', 'json'],
      allowed: [
        { no_upload: true, response_type: 'binary' },
        { no_upload: true, response_type: 'base64' },
      ],
    },
  ],
  'a store for a file that is not kept': [
    {
      refused: { no_upload: true, response_type: 'binary', use_s3: true },
      naming: ['"no_upload"', '"use_s3"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [],
    },
  ],
  'a secret render that must be kept here': [
    {
      refused: { secure_mode: true },
      naming: ['"secure_mode"', '"use_s3"', '"s3_presigned_url"', '"response_type"'],
      allowed: [
        { secure_mode: true, use_azure: true },
        { secure_mode: true, response_type: 'binary' },
      ],
    },
  ],
  'a thumbnail of no size': [
    {
      refused: { thumbnails: [{ width: 5 }, { key: 'a', fit: 'cover' }] },
      naming: ['"thumbnails[1]"', '"width", "height", "size" or "preset"'],
      allowed: [
        { thumbnails: [{ width: 5 }, { height: 5 }, { size: '5x5' }, { preset: 'xs' }] },
        { thumbnails: [] },
      ],
    },
  ],
  'thumbnails with one file name': [
    {
      refused: {
        thumbnails: [
          { width: 5, suffix: '-a' },
          { width: 6, key: 'a' },
        ],
      },
      naming: ['"thumbnails[1].suffix"', '"-a"'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [{ thumbnails: [{ width: 5 }, { width: 6 }] }],
    },
    {
      refused: { thumbnails: [{ preset: '1/2' }, { preset: '1/2', fit: 'fill' }] },
      naming: ['"thumbnails[1].suffix" is "-1-2"'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [],
    },
    {
      refused: {
        thumbnails: [
          { width: 5, key: 'é' },
          { width: 6, suffix: '-E9' },
        ],
      },
      naming: ['"thumbnails[1].suffix" is "-E9"'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [
        {
          thumbnails: [
            { width: 5, key: 'é' },
            { width: 6, key: 'ü' },
          ],
        },
        // An empty one counts as not given.
        {
          thumbnails: [
            { width: 5, suffix: '' },
            { width: 6, suffix: '' },
          ],
        },
      ],
    },
  ],
  'a thumbnail with the file name of a slice': [
    {
      refused: { full_page: true, full_page_slices: true, thumbnails: [{ width: 5, suffix: '-Slice-12' }] },
      naming: ['"thumbnails[0].suffix"', '"-Slice-12"', 'slice'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [
        { thumbnails: [{ width: 5, key: 'slice-1' }] },
        { full_page: true, full_page_slices: true, thumbnails: [{ width: 5, suffix: '-slice' }] },
      ],
    },
  ],
  'thumbnails with one key in an object': [
    {
      refused: {
        thumbnails_object: true,
        thumbnails: [
          { width: 5, key: 'a', suffix: '1' },
          { width: 6, key: 'a', suffix: '2' },
        ],
      },
      naming: ['"thumbnails_object"', '"thumbnails[1].key"', '"a"'],
      allowed: [{ thumbnails_object: true, thumbnails: [{ width: 5 }, { width: 6 }] }],
    },
  ],
  'a header that is not for callers to set': [
    {
      refused: { headers: ['X-A=b', 'proxy-authorization: sesame'] },
      naming: ['"header"', 'proxy-authorization', 'Host', 'Sec-*'],
      allowed: [{ header: ['X-Host=a', 'Accept: b'] }],
    },
    { refused: { header: ['HOST=sesame'] }, naming: ['HOST'], allowed: [] },
  ],
  'a cookie that no browser would keep': [
    {
      refused: { base_url: 'https://www.a.example/', cookie: ['a=b', 'a=sesame; Domain=b.example'] },
      naming: ['"cookie[1]"', 'Domain'],
      allowed: [
        {
          base_url: 'https://www.a.example/',
          cookie: ['a=b', 'a=b; Domain=.A.example', 'a=b; Domain=www.a.example'],
        },
        { cookie: ['a=b; Domain=b.example'] },
      ],
    },
    {
      refused: { base_url: 'https://www.a.example/', cookie: ['a=sesame; Domain=.example'] },
      naming: ['"cookie[0]"', 'Domain'],
      allowed: [{ base_url: 'http://127.0.1.1/', cookie: ['a=b; Domain=127.0.1.1'] }],
    },
    {
      refused: { cookie: [`a=${'b'.repeat(4096)}`] },
      naming: ['4096'],
      allowed: [{ cookie: [`a=${'b'.repeat(4095)}`] }],
    },
    {
      refused: { cookie: ['a=sesame; Path=here'] },
      naming: ['Path'],
      allowed: [{ cookie: ['a=b; Path=/here', 'a=b; Path='] }],
    },
    {
      refused: { cookie: ['a=sesame; SameSite=None'] },
      naming: ['SameSite=None', 'Secure'],
      allowed: [{ cookie: ['a=b; SameSite=None; secure', 'a=b; SameSite=Lax'] }],
    },
    {
      refused: { cookie: ['__Secure-a=sesame'] },
      naming: ['Secure'],
      allowed: [{ cookie: ['__Secure-a=b; Secure'] }],
    },
    {
      refused: { cookie: ['__Host-a=sesame; Secure; Path=/x'] },
      naming: ['Path'],
      allowed: [{ cookie: ['__Host-a=b; Secure; Path=/'] }],
    },
  ],
  'another vantage point for a known visitor': [
    {
      refused: { point_of_view: 'geo', cookies: ['a=sesame'] },
      naming: ['"pov"', '"cookie"'],
      allowed: [{ pov: 'geo' }, { cookie: ['a=b'] }, { pov: '', authorization: 'Basic a' }],
    },
    { refused: { pov: 'geo', authorization: 'sesame' }, naming: ['"pov"', '"authorization"'], allowed: [] },
  ],
  'a codec that the file cannot hold': [
    {
      refused: { format: 'mp4', video_codec: 'vp8' },
      naming: ['"video_codec" vp8', '"format" mp4'],
      allowed: [{ video_codec: 'vp8' }],
    },
    { refused: { format: 'webm', video_codec: 'h264' }, naming: ['"video_codec" h264'], allowed: [] },
  ],
  'half a position': [
    {
      refused: { longitude: 0 },
      naming: ['"longitude"', '"latitude"'],
      allowed: [{ longitude: 0, latitude: 0 }],
    },
    { refused: { latitude: 1 }, naming: ['"latitude" needs "longitude"'], allowed: [] },
  ],
  'a key for no provider': [
    {
      refused: { llm_key: 'sesame' },
      naming: ['"llm_key"', '"llm_provider"'],
      allowed: [{ llm_key: 'a', llm_provider: 'openai' }],
    },
  ],
  'a choice between no words': [
    {
      refused: { llm_output: 'enum', llm_schema: { type: 'object' } },
      naming: ['"llm_output"', '"llm_schema"'],
      allowed: [{ llm_output: 'enum', llm_schema: ['a', 'b'] }, { llm_output: 'array' }],
    },
  ],
}

function refusalOf(given: GivenOptions): RenderError {
  try {
    resolveOptions({ html: 'x', ...given })
  } catch (error) {
    return error as RenderError
  }
  throw new Error('These options were accepted.')
}

describe('options that cannot go together', () => {
  test('each have a case here', () => {
    expect(Object.keys(cases)).toEqual(conflicts.map(({ name }) => name))
  })

  const flat = Object.entries(cases).flatMap(([name, each]) => each.map((one) => [name, one] as const))
  test.each(flat)('%s', (name, { refused, naming, allowed, code = 'InvalidOptions' }) => {
    const conflict = conflicts.find((each) => each.name === name)!
    const { details, ...error } = refusalOf(refused)
    const messages = (details ?? []).map(({ message }) => message)
    const found = messages.find((message) => naming.every((part) => message.includes(part)))
    expect(found).toBeDefined()
    expect(found).not.toContain('sesame')
    if (messages.length === 1) expect(error.code).toBe(code)
    expect(details?.map(({ option }) => option)).toContain(conflict.options[0])
    for (const each of allowed) expect(() => resolveOptions({ html: 'x', ...each })).not.toThrow()
  })

  test('are told all at once', () => {
    const { code, details } = refusalOf({ use_s3: true, use_azure: true, longitude: 3, no_upload: true })
    expect(code).toBe('InvalidOptions')
    expect(details?.map(({ option }) => option)).toEqual(['use_azure', 'no_upload', 'no_upload', 'longitude'])
  })

  test("are refused between a project's options and a request's", () => {
    expect(() => resolveOptions({ html: 'x', use_s3: true }, { use_azure: true })).toThrow('"use_azure"')
    expect(() =>
      resolveOptions({ html: 'x', use_azure: false }, { use_azure: true, use_s3: false }),
    ).not.toThrow()
  })
})
