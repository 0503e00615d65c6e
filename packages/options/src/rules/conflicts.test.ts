import { describe, expect, test } from '@jest/globals'
import type { RenderError } from '@render/errors'
import { resolveOptions, type GivenOptions } from '../index.ts'
import { conflicts } from './conflicts.ts'

interface Case {
  rejected: GivenOptions
  /** Parts of the message. */
  naming: string[]
  allowed: GivenOptions[]
  code?: string
}

const SENT_ONLY: GivenOptions = { no_upload: true, response_type: 'binary' }

const cases: Record<string, Case[]> = {
  'gpu without graphics hardware': [
    {
      rejected: { gpu: true },
      naming: ['"gpu"', 'graphics hardware'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [{ gpu: false }],
    },
  ],
  'solve_captchas without a solver of captchas': [
    {
      rejected: { solve_captchas: true },
      naming: ['"solve_captchas"', 'a solver'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [],
    },
  ],
  'solve_cf_turnstile without a solver of challenges': [
    {
      rejected: { solve_cf_turnstile: true },
      naming: ['"solve_cf_turnstile"', 'a solver'],
      code: 'FeatureNotAvailableOnPlan',
      allowed: [],
    },
  ],
  'full_page_slices without full_page': [
    {
      rejected: { full_page_slices: true },
      naming: ['"full_page_slices"', '"full_page"'],
      allowed: [{ full_page_slices: true, full_page: true }, { full_page_slices: false }],
    },
  ],
  'full_page_slices with a format other than an image': [
    {
      rejected: { full_page_slices: true, full_page: true, format: 'pdf' },
      naming: ['"full_page_slices"', '"format"', 'avif', 'pdf'],
      allowed: [{ full_page_slices: true, full_page: true, format: 'jpg' }],
    },
  ],
  'full_page_slice_overlap_height too close to full_page_slice_height': [
    {
      rejected: { full_page_slices: true, full_page: true, full_page_slice_overlap_height: 3901 },
      naming: ['"full_page_slice_overlap_height"', '"full_page_slice_height" (4000)', '3901'],
      allowed: [
        { full_page_slices: true, full_page: true, full_page_slice_overlap_height: 3900 },
        { full_page_slice_height: 1 },
      ],
    },
    {
      rejected: { full_page_slices: true, full_page: true, full_page_slice_height: 99 },
      naming: ['"full_page_slice_height" (99)'],
      allowed: [{ full_page_slices: true, full_page: true, full_page_slice_height: 100 }],
    },
  ],
  'certify and secure_mode': [
    {
      rejected: { certify: true, secure_mode: true, response_type: 'binary' },
      naming: ['"certify"', '"secure_mode"'],
      allowed: [{ certify: true }, { secure_mode: true, response_type: 'binary' }],
    },
  ],
  'video_codec that the format cannot contain': [
    {
      rejected: { format: 'mp4', video_codec: 'vp8' },
      naming: ['"video_codec" vp8', '"format" mp4'],
      allowed: [{ video_codec: 'vp8' }, { format: 'mp4', video_codec: 'vp9' }],
    },
    { rejected: { format: 'webm', video_codec: 'h264' }, naming: ['"video_codec" h264'], allowed: [] },
  ],
  'video_quality that the codec does not have': [
    {
      rejected: { format: 'mp4', video_quality: 52 },
      naming: ['"video_quality"', 'from 1 to 51', 'h264', '52'],
      allowed: [{ video_quality: 63 }],
    },
  ],
  'video_aspect that is too narrow or too wide': [
    {
      rejected: { video_aspect: '1:99' },
      naming: ['"video_aspect"', 'from 1:10 to 10:1', '1:99'],
      allowed: ['1:10', '10:1', '0.1', '10', '16:9'].map((video_aspect) => ({ video_aspect })),
    },
    { rejected: { video_aspect: '10.1' }, naming: ['"video_aspect"', '10.1'], allowed: [] },
  ],
  'video_ffmpeg with an argument that is not allowed': [
    {
      rejected: { format: 'mp4', video_ffmpeg: ['-i', '/etc/passwd'] },
      naming: ['"video_ffmpeg" cannot contain "-i" with h264 in mp4', '-crf', '-vf'],
      allowed: [{ video_ffmpeg: ['-i', '/etc/passwd'] }],
    },
    {
      rejected: { format: 'mp4', video_ffmpeg: ['-r 31'] },
      naming: ['"video_ffmpeg" cannot contain -r 31', '"video_fps" 30'],
      allowed: [
        { format: 'mp4', video_ffmpeg: ['-r 30'] },
        { format: 'mp4', video_ffmpeg: ['-r 31'], video_fps: 31 },
      ],
    },
  ],
  'video_scroll_to with an item that does nothing': [
    {
      rejected: { video_scroll_to: [{ wait: 0 }, { duration: 100 }] },
      naming: ['"video_scroll_to[1]"', '"selector", "text" or "wait"'],
      allowed: [{ video_scroll_to: [{ selector: 'a' }, { text: 'b' }, { wait: 0 }] }],
    },
  ],
  'video_seek beyond the end': [
    {
      rejected: { format: 'mp4', video_time: 4000, video_seek: 10 },
      naming: ['"video_seek" must be less than the 4 s', '10'],
      allowed: [
        { video_time: 4000, video_seek: 10 },
        { format: 'mp4', video_duration: 2000, video_seek: 3 },
        {
          format: 'mp4',
          video_scroll_to: [{ selector: 'a', duration: 0 }],
          video_prescroll_duration: 0,
          video_rest_duration: 0,
          video_postscroll_duration: 0,
        },
      ],
    },
    { rejected: { format: 'webm', video_seek: 5 }, naming: ['the 5 s'], allowed: [] },
  ],
  'pdf_page_width beyond 200 inches': [
    {
      rejected: { pdf_page_width: 19_201 },
      naming: ['"pdf_page_width"', '19200 px', '96'],
      allowed: [{ pdf_page_width: 19_200 }, { pdf_page_width: 19_201, pdf_dpi: 97 }],
    },
  ],
  'pdf_page_height beyond 200 inches': [
    {
      rejected: { pdf_page_height: 15_000, pdf_dpi: 72 },
      naming: ['"pdf_page_height"', '14400 px', '72'],
      allowed: [{ pdf_page_height: 14_400, pdf_dpi: 72 }],
    },
  ],
  'pdf_page_range that ends before it begins': [
    {
      rejected: { pdf_page_range: '1-2,5-1' },
      naming: ['"pdf_page_range"', '5-1'],
      allowed: [{ pdf_page_range: '5-5,1,-3,4-' }],
    },
  ],
  'margins that leave no width': [
    {
      rejected: { format: 'pdf', pdf_margin_left: '10cm', pdf_margin_right: '12cm' },
      naming: ['"pdf_margin_left"', '"pdf_margin_right"', '8.27 inches'],
      allowed: [
        { format: 'pdf', pdf_margin_left: '10cm', pdf_margin_right: '10cm' },
        { format: 'pdf', pdf_margin_left: '10cm', pdf_margin_right: '12cm', pdf_page_size: 'a3' },
        { format: 'png', pdf_margin_left: '10cm', pdf_margin_right: '12cm' },
      ],
    },
  ],
  'margins that leave no height': [
    {
      rejected: { format: 'pdf', pdf_margin: 'default', pdf_page_width: 500, pdf_page_height: 76 },
      naming: ['"pdf_margin_top"', '0.79 inches'],
      allowed: [{ format: 'pdf', pdf_margin: 'default', pdf_page_width: 500, pdf_page_height: 78 }],
    },
  ],
  's3_part_size below the minimum of S3': [
    {
      rejected: { s3_part_size: 1024 },
      naming: ['"s3_part_size"', '5242880', '1024'],
      allowed: [{ s3_part_size: 1023 }, { s3_part_size: 5_242_880 }, {}],
    },
  ],
  'cdn_host that is in no address': [
    {
      rejected: { cdn_host: 'cdn.example.com:70000' },
      naming: ['"cdn_host"', '65535', '70000'],
      allowed: [{ cdn_host: 'cdn.example.com:8443' }, { cdn_host: 'łódź.example' }, {}],
    },
  ],
  'use_s3 and use_azure': [
    {
      rejected: { use_s3: true, use_azure: true },
      naming: ['"use_s3"', '"use_azure"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [{ use_s3: true }, { use_azure: true }],
    },
  ],
  's3_presigned_url and a storage': [
    {
      rejected: { use_azure: true, s3_presigned_url: 'https://a/?sesame' },
      naming: ['"s3_presigned_url"', '"use_azure"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [{ s3_presigned_url: 'https://a/' }],
    },
  ],
  'no_upload with a response without the file': [
    {
      rejected: { no_upload: true },
      naming: ['"no_upload"', '"response_type"', 'json'],
      allowed: [
        { no_upload: true, response_type: 'binary' },
        { no_upload: true, response_type: 'base64' },
      ],
    },
  ],
  'no_upload and a storage': [
    {
      rejected: { no_upload: true, response_type: 'binary', use_s3: true },
      naming: ['"no_upload"', '"use_s3"'],
      code: 'ConflictingStorageOptionsError',
      allowed: [],
    },
  ],
  'no_upload with a webhook': [
    {
      rejected: { no_upload: true, response_type: 'binary', webhook_url: 'https://hooks.com/?sesame' },
      naming: ['"no_upload"', '"webhook_url"', '"skip_webhooks"'],
      allowed: [
        { no_upload: true, response_type: 'binary', webhook_url: 'https://hooks.com', skip_webhooks: true },
        { no_upload: false, webhook_url: 'https://hooks.com' },
      ],
    },
  ],
  'secure_mode with a file stored by the service': [
    {
      rejected: { secure_mode: true },
      naming: ['"secure_mode"', '"use_s3"', '"s3_presigned_url"', '"response_type"'],
      allowed: [
        { secure_mode: true, use_azure: true },
        { secure_mode: true, s3_presigned_url: 'https://a/' },
        { secure_mode: true, response_type: 'binary' },
      ],
    },
  ],
  'no_upload with a side file stored by the service': [
    {
      rejected: { ...SENT_ONLY, save_html: true },
      naming: ['"no_upload"', '"save_html"', '"s3_presigned_url_html"'],
      allowed: [
        { ...SENT_ONLY, s3_presigned_url_html: 'https://a/' },
        { ...SENT_ONLY, save_html: false, metadata: true },
      ],
    },
    {
      rejected: { ...SENT_ONLY, save_cookies: true },
      naming: ['"save_cookies" cannot'],
      allowed: [],
    },
    {
      rejected: {
        ...SENT_ONLY,
        thumbnails: [{ width: 5, presigned_url: 'https://a/?sesame' }, { width: 4 }],
      },
      naming: ['"thumbnails[1]"', '"presigned_url"'],
      allowed: [{ ...SENT_ONLY, thumbnails: [{ width: 5, presigned_url: 'https://a/' }] }],
    },
    {
      rejected: { ...SENT_ONLY, full_page: true, full_page_slices: true },
      naming: ['"full_page_slices"'],
      allowed: [],
    },
    {
      rejected: { ...SENT_ONLY, format: 'mp4', debug_video: true },
      naming: ['"debug_video"'],
      // It has no effect on a picture.
      allowed: [{ ...SENT_ONLY, debug_video: true }],
    },
  ],
  'secure_mode with a side file stored by the service': [
    {
      rejected: { secure_mode: true, s3_presigned_url: 'https://a/?sesame', save_html: true },
      naming: ['"secure_mode"', '"save_html"', '"s3_presigned_url_html"'],
      allowed: [
        { secure_mode: true, s3_presigned_url: 'https://a/', s3_presigned_url_html: 'https://b/' },
        { secure_mode: true, use_s3: true, save_html: true, thumbnails: [{ width: 5 }] },
      ],
    },
  ],
  'thumbnail without a size': [
    {
      rejected: { thumbnails: [{ width: 5 }, { key: 'a', fit: 'cover' }] },
      naming: ['"thumbnails[1]"', '"width", "height", "size" or "preset"'],
      allowed: [
        { thumbnails: [{ width: 5 }, { height: 5 }, { size: '5x5' }, { preset: 'xs' }] },
        { thumbnails: [] },
      ],
    },
  ],
  'thumbnails with the same suffix': [
    {
      rejected: {
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
      rejected: { thumbnails: [{ preset: '1/2' }, { preset: '1/2', fit: 'fill' }] },
      naming: ['"thumbnails[1].suffix" is "-1-2"'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [],
    },
    {
      rejected: {
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
  'thumbnail with the suffix of a slice': [
    {
      rejected: { full_page: true, full_page_slices: true, thumbnails: [{ width: 5, suffix: '-Slice-12' }] },
      naming: ['"thumbnails[0].suffix"', '"-Slice-12"', 'slice'],
      code: 'DuplicateThumbnailSuffixError',
      allowed: [
        { thumbnails: [{ width: 5, key: 'slice-1' }] },
        { full_page: true, full_page_slices: true, thumbnails: [{ width: 5, suffix: '-slice' }] },
      ],
    },
  ],
  'thumbnails_object with duplicate keys': [
    {
      rejected: {
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
  'header that only the browser sets': [
    {
      rejected: { headers: ['X-A=b', 'proxy-authorization: sesame'] },
      naming: ['"header"', 'proxy-authorization', 'Host', 'Sec-*'],
      allowed: [{ header: ['X-Host=a', 'Accept: b'] }],
    },
    { rejected: { header: ['HOST=sesame'] }, naming: ['HOST'], allowed: [] },
  ],
  'cookie that browsers reject': [
    {
      rejected: { base_url: 'https://www.a.example/', cookie: ['a=b', 'a=sesame; Domain=b.example'] },
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
      rejected: { base_url: 'https://www.a.example/', cookie: ['a=sesame; Domain=.example'] },
      naming: ['"cookie[0]"', 'Domain'],
      allowed: [
        { base_url: 'http://127.0.1.1/', cookie: ['a=b; Domain=127.0.1.1'] },
        { base_url: 'https://www.bücher.example/', cookie: ['a=b; Domain=.Bücher.example'] },
      ],
    },
    {
      rejected: { cookie: [`a=${'b'.repeat(4096)}`] },
      naming: ['4096'],
      allowed: [{ cookie: [`a=${'b'.repeat(4095)}`] }],
    },
    {
      rejected: { cookie: ['a=sesame; Path=here'] },
      naming: ['Path'],
      allowed: [{ cookie: ['a=b; Path=/here', 'a=b; Path='] }],
    },
    {
      rejected: { cookie: ['a=sesame; SameSite=None'] },
      naming: ['SameSite=None', 'Secure'],
      allowed: [{ cookie: ['a=b; SameSite=None; secure', 'a=b; SameSite=Lax'] }],
    },
    {
      rejected: { cookie: ['__Secure-a=sesame'] },
      naming: ['Secure'],
      allowed: [{ cookie: ['__Secure-a=b; Secure'] }],
    },
    {
      rejected: { cookie: ['__Host-a=sesame; Secure; Path=/x'] },
      naming: ['Path'],
      allowed: [{ cookie: ['__Host-a=b; Secure; Path=/'] }],
    },
  ],
  'pov with cookie or authorization': [
    {
      rejected: { point_of_view: 'geo', cookies: ['a=sesame'] },
      naming: ['"pov"', '"cookie"'],
      allowed: [{ pov: 'geo' }, { cookie: ['a=b'] }, { pov: '', authorization: 'Basic a' }],
    },
    { rejected: { pov: 'geo', authorization: 'sesame' }, naming: ['"pov"', '"authorization"'], allowed: [] },
  ],
  'longitude without latitude, or latitude without longitude': [
    {
      rejected: { longitude: 0 },
      naming: ['"longitude"', '"latitude"'],
      allowed: [{ longitude: 0, latitude: 0 }],
    },
    { rejected: { latitude: 1 }, naming: ['"latitude" needs "longitude"'], allowed: [] },
  ],
  'llm_key without llm_provider': [
    {
      rejected: { llm_key: 'sesame' },
      naming: ['"llm_key"', '"llm_provider"'],
      allowed: [{ llm_key: 'a', llm_provider: 'openai' }],
    },
  ],
  'llm_aws_access_key_id without llm_aws_secret_access_key': [
    {
      rejected: { llm_aws_access_key_id: 'a' },
      naming: ['"llm_aws_access_key_id" needs "llm_aws_secret_access_key"'],
      allowed: [{ llm_aws_access_key_id: 'a', llm_aws_secret_access_key: 'b' }],
    },
  ],
  'llm_aws_secret_access_key without llm_aws_access_key_id': [
    {
      rejected: { llm_aws_secret_access_key: 'b' },
      naming: ['"llm_aws_secret_access_key" needs "llm_aws_access_key_id"'],
      allowed: [],
    },
  ],
  'llm_aws_session_token without llm_aws_access_key_id': [
    { rejected: { llm_aws_session_token: 'c' }, naming: ['"llm_aws_session_token" needs'], allowed: [] },
  ],
  'llm_gcp_service_account_json that is no key file': [
    {
      rejected: { llm_gcp_service_account_json: '{"private_key":"a"}' },
      naming: ['"llm_gcp_service_account_json"', '"client_email"'],
      allowed: [{ llm_gcp_service_account_json: '{"private_key":"a","client_email":"b"}' }],
    },
    { rejected: { llm_gcp_service_account_json: 'null' }, naming: ['key file'], allowed: [] },
  ],
  'llm_output enum without a list in llm_schema': [
    {
      rejected: { llm_output: 'enum', llm_schema: { type: 'object' } },
      naming: ['"llm_output"', '"llm_schema"'],
      allowed: [{ llm_output: 'enum', llm_schema: ['a', 'b'] }],
    },
    { rejected: { llm_output: 'enum', llm_schema: [] }, naming: ['"llm_schema"'], allowed: [] },
  ],
  'llm_output object or array without a JSON Schema in llm_schema': [
    {
      rejected: { llm_output: 'object' },
      naming: ['"llm_output" object', '"llm_schema"'],
      allowed: [
        { llm_output: 'array', llm_schema: { type: 'object', properties: { $ref: { type: 'string' } } } },
        { llm_schema: { $defs: { a: { type: 'string' } }, properties: { a: { $ref: '#/$defs/a' } } } },
        { llm_schema: { $schema: 'http://json-schema.org/draft-07/schema#', items: [{}, {}] } },
      ],
    },
    ...[
      'text',
      ['a', 'b'],
      { type: 'thing' },
      { items: [{}, {}] },
      { pattern: '(' },
      { patternProperties: { '[': {} } },
      { properties: { a: { $ref: 'https://evil.example/schema' } } },
      { $schema: 'https://evil.example/schema' },
      { $ref: '#/$defs/missing' },
    ].map((llm_schema) => ({ rejected: { llm_schema }, naming: ['JSON Schema'], allowed: [] })),
  ],
  'cache_ignore with what tells results apart': [
    {
      rejected: { cache_ignore: 'tag, url' },
      naming: ['"cache_ignore"', '"url"'],
      allowed: [{ cache_ignore: 'utm_source,fullPage, ' }, { cache_ignore: '' }],
    },
    { rejected: { cache_ignore: 'html' }, naming: ['"html"'], allowed: [] },
    { rejected: { cache_ignore: 'format' }, naming: ['"format"'], allowed: [] },
    { rejected: { cache_ignore: 'unique' }, naming: ['"unique"'], allowed: [] },
  ],
}

function errorOf(given: GivenOptions): RenderError {
  try {
    resolveOptions({ html: 'x', ...given })
  } catch (error) {
    return error as RenderError
  }
  throw new Error('These options were accepted.')
}

describe('conflicts', () => {
  test('each have a case here', () => {
    expect(Object.keys(cases)).toEqual(conflicts.map(({ name }) => name))
  })

  const flat = Object.entries(cases).flatMap(([name, each]) => each.map((one) => [name, one] as const))
  test.each(flat)('%s', (name, { rejected, naming, allowed, code = 'InvalidOptions' }) => {
    const conflict = conflicts.find((each) => each.name === name)!
    const { details, ...error } = errorOf(rejected)
    const messages = (details ?? []).map(({ message }) => message)
    const found = messages.find((message) => naming.every((part) => message.includes(part)))
    expect(found).toBeDefined()
    expect(found).not.toContain('sesame')
    if (messages.length === 1) expect(error.code).toBe(code)
    expect(details?.map(({ option }) => option)).toContain(conflict.options[0])
    for (const each of allowed) expect(() => resolveOptions({ html: 'x', ...each })).not.toThrow()
  })

  test('are all reported at once', () => {
    const { code, details } = errorOf({ use_s3: true, use_azure: true, longitude: 3, no_upload: true })
    expect(code).toBe('InvalidOptions')
    expect(details?.map(({ option }) => option)).toEqual(['use_azure', 'no_upload', 'no_upload', 'longitude'])
  })

  test('are rejected between the options of a project and of a request', () => {
    expect(() => resolveOptions({ html: 'x', use_s3: true }, { use_azure: true })).toThrow('"use_azure"')
    expect(() =>
      resolveOptions({ html: 'x', use_azure: false }, { use_azure: true, use_s3: false }),
    ).not.toThrow()
  })
})
