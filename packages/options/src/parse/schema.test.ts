import { Ajv, type Options } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, jest, test } from '@jest/globals'
import { defaultsSchema, optionsSchema, parseOptions, retryEntrySchema } from '../index.ts'
import { createOptions } from '../create-options.ts'
import type { Option } from '../kinds/index.ts'
import { toCamelCase } from '../kinds/spelling.ts'
import { optionNames, optionOf, type OptionName } from '../table/table.ts'

/** Optimised code takes most of the time of compiling. */
const settings: Options = { strict: true, allowUnionTypes: true, code: { optimize: false } }
const validate = new Ajv(settings).compile(optionsSchema)

test('the validator is compiled by compile(), and not again by what is parsed', () => {
  const compile = jest.spyOn(Ajv.prototype, 'compile')
  try {
    const options = createOptions()
    options.compile()
    expect(compile).toHaveBeenCalledTimes(1)
    options.parseOptions({ url: 'a' })
    expect(compile).toHaveBeenCalledTimes(1)
  } finally {
    compile.mockRestore()
  }
})

describe('public schemas', () => {
  test.each(Object.entries({ optionsSchema, defaultsSchema, retryEntrySchema }))(
    '%s is valid for draft-07 and 2020-12 of JSON Schema',
    (_, schema) => {
      expect(() => new Ajv(settings).compile(schema)).not.toThrow()
      expect(() => new Ajv2020(settings).compile(schema)).not.toThrow()
    },
  )

  test('contain every option; the schema of defaults excludes url and html', () => {
    const names = Object.keys(optionsSchema['properties'] as object)
    expect(names).toEqual(optionNames)
    const defaults = Object.keys(defaultsSchema['properties'] as object)
    expect(names.filter((name) => !defaults.includes(name))).toEqual(['url', 'html'])
  })

  test('accept words, lists and members in every form that is accepted', () => {
    const bodies = optionNames.flatMap((name) =>
      formsOf(optionOf(name)).map((value) => ({ url: 'a', [name]: value })),
    )
    const accepted = bodies.filter(isAccepted)
    expect(accepted.filter((body) => !validate(body))).toEqual([])
    expect(accepted.length).toBeGreaterThan(2000)
  })

  test.each([
    { format: 'docx' },
    { width: 'wide' },
    { retina: 'maybe' },
    { pdf_margin_top: '1em' },
    { clip: '0,0,5' },
    { fail_on: ['1000'] },
    { thumbnails: [{ fit: 'none' }] },
    { thumbnails: [{ size: 'large' }] },
    { video_scroll_to: [{ selecter: '#a' }] },
    { retry_with: [{ wait_until: 'now' }] },
    { markdown_options: { preprocessing: { preset: 'most' } } },
  ])('refuse %j', (options) => {
    const body = { url: 'a', ...options }
    expect([validate(body), isAccepted(body)]).toEqual([false, false])
  })

  test('accept null for each option that a retry removes', () => {
    const { fields = {} } = optionOf('retry_with')
    const bodies = Object.keys(fields).map((name) => ({ url: 'a', retry_with: [{ [name]: null }] }))
    expect(bodies.filter((body) => !validate(body) || !isAccepted(body))).toEqual([])
    expect(bodies).not.toHaveLength(0)
  })

  test('accept parsed options', () => {
    const body = {
      url: 'a',
      width: '5',
      cookies: 'a=b',
      thumbnails: '[{"size":"5"}]',
      scroll_to: '#a',
      retina: 'on',
    }
    expect(validate(parseOptions(body).options)).toBe(true)
    expect(validate({ width: 0 })).toBe(false)
  })
})

function isAccepted(body: Record<string, unknown>): boolean {
  try {
    return parseOptions(body).options !== undefined
  } catch {
    return false
  }
}

/** Returns values of an option: numbers and flags as such, all others in plain and in other forms. */
function formsOf(row: Option<unknown>): unknown[] {
  const { values = [], synonyms = {}, examples = [], fields = {} } = row
  const words = [...values, ...Object.keys(synonyms)]
  const members = Object.entries(fields).flatMap(([name, field]) =>
    [...new Set([name, toCamelCase(name)])].flatMap((spelling) =>
      formsOf(field).map((value) => ({ [spelling]: value })),
    ),
  )
  switch (row.kind) {
    case 'flag':
      return [true, ...words.flatMap((word) => [word, word.toUpperCase()])]
    case 'int':
    case 'number':
      return [(row.schema as { maximum: number }).maximum]
    case 'length':
      return [20, '20px', '1cm', ' 1.5 MM']
    case 'enum':
      return words.flatMap((word) => [word, word.toUpperCase(), ` ${word}\t`, word.replaceAll(/\W/g, '')])
    case 'list':
      return ['a', ['a'], 404, [404], ...examples, examples]
    case 'object':
      return ['{}', ...members]
    case 'objects':
      return ['[{}]', ...members.map((member) => [member])]
    default:
      return ['a', ...examples]
  }
}

describe('rows', () => {
  const reading = { isForm: false, path: '', reject: () => undefined, ignore: () => undefined }
  const withExamples = optionNames.filter((name) => optionOf(name).examples)

  /** Returns why an option does not accept one of its examples; undefined when it does. */
  function refusal(name: OptionName, example: unknown): string | undefined {
    const { kind, coerce } = optionOf(name)
    try {
      const value = parseOptions({ url: 'a', [name]: example }).options[name]
      expect(kind === 'list' ? value : [value]).toHaveLength(1)
      expect(coerce(value, reading)).toEqual(value)
      return undefined
    } catch (error) {
      return `${name} ${JSON.stringify(example)}: ${String(error)}`
    }
  }

  test('accept their examples', () => {
    const refused = withExamples.flatMap((name) =>
      optionOf(name).examples!.map((example) => refusal(name, example)),
    )
    expect(refused.filter(Boolean)).toEqual([])
    expect(refused.length).toBeGreaterThan(40)
  })

  test('every option with a pattern has an example', () => {
    const bare = optionNames.filter((name) => {
      const { schema, examples } = optionOf(name)
      return JSON.stringify(schema).includes('"form"') && !optionOf(name).fields && !examples
    })
    expect(bare).toEqual([])
  })

  test.each([
    ['bg_color', 'FFCC00', '#FFCC00'],
    ['bg_color', ' White ', 'White'],
    ['img_pad', 20, '20'],
    ['img_pad', '10, 20, 10, 20', '10,20,10,20'],
    ['pdf_page_range', 2, '2'],
    ['pdf_page_range', '1 - 3, 5', '1-3,5'],
    ['click_at', ' 10, 20; 30 ,40', '10,20;30,40'],
    ['video_aspect', '16 : 9', '16:9'],
    ['pdf_margin_top', '20px', 20],
    ['pdf_margin_top', '1CM', '1cm'],
    ['pdf_page_size', 'A4', 'a4'],
    ['scroll_to', '300', 300],
    ['scroll_to', '#a', '#a'],
    ['clip', '0, 800, 800, 600', '0,800,800,600'],
    ['pov_country', 'GB', 'gb'],
    ['fail_on', '4XX, 503', ['4xx', '503']],
    ['fail_on', 404, ['404']],
    ['tag', ', ,,,,,,,,,,,, x ,,y z,', ['x', 'y z']],
    ['s3_bucket', '20240101', '20240101'],
    ['s3_bucket', '2024.01.01', '2024.01.01'],
    ['click', 'a, b', ['a, b']],
    ['watermark', 'True', true],
    ['watermark', 'Draft', 'Draft'],
    ['longitude', '-0', 0],
    ['tz', 'utc', 'UTC'],
    ['tz', 'europe/paris', 'Europe/Paris'],
    ['accept_lang', 'de_CH, fr; q=0.8,*;q=0.1', 'de-CH, fr; q=0.8,*;q=0.1'],
  ])('%s %j is %j', (name, raw, value) => {
    expect(parseOptions({ url: 'a', [name]: raw }).options).toEqual({ url: 'a', [name]: value })
  })

  test.each([
    ['bg_color', 'blu'],
    ['bg_color', 'url(http://a/)'],
    ['bg_color', '#12345'],
    ['tz', 'Mars/Olympus'],
    ['tz', '+01:00'],
    ['accept_lang', 'english'],
    ['accept_lang', 'a b'],
    ['accept_lang', 'de;q=high'],
    ['user_agent', 'a\u0001'],
    ['referer', 'somewhere'],
    ['referer', 'ftp://a/'],
    ['proxy_hosts', 'https://a.example'],
    ['proxy_hosts', 'a.example/x'],
    ['proxy_hosts', 'a.example:80'],
    ['clip', '0,0,0,5'],
    ['clip', '0,0,5'],
    ['click_at', '1,2;3'],
    ['img_pad', '1,2,3,4,5'],
    ['img_pad', '10 20'],
    ['clip', '0,8 00,800,600'],
    ['click_at', '1 2,3'],
    ['pdf_page_range', '0'],
    ['pdf_page_range', '1 3'],
    ['pdf_page_range', '1-2-3'],
    ['pdf_page_range', '1,,2'],
    ['pdf_page_width', 9],
    ['pdf_scale', 0.05],
    ['pdf_scale', 2.1],
    ['pdf_dpi', 71],
    ['pdf_dpi', 601],
    ['pdf_header', 'x'.repeat(65_537)],
    ['pdf_title', 'a\u0000b'],
    ['pdf_margin_top', '-1'],
    ['pdf_margin_top', '1em'],
    ['pdf_margin_top', 'NaN'],
    ['header', 'no name'],
    ['header', 'a=b\r\nc: d'],
    ['cookie', 'no value'],
    ['authorization', 'a\nb'],
    ['proxy', 'nowhere'],
    ['proxy', 'ftp://a:1'],
    ['pov_country', 'gbr'],
    ['fail_on', '1000'],
    ['retry_on', 'bad luck'],
    ['proxy_resources', 'everything'],
    ['s3_bucket', 'ab'],
    ['s3_bucket', 'Pictures'],
    ['s3_bucket', 'pictures/a'],
    ['s3_bucket', 'my..pictures'],
    ['s3_bucket', '10.0.0.1'],
    ['s3_region', 'eu/west'],
    ['s3_storageclass', 'COLD'],
    ['s3_part_size', 4],
    ['cdn_host', 'a\nb'],
    ['azure_container_name', 'a--b'],
    ['azure_container_name', 'ab'],
    ['azure_container_name', '../a'],
    ['azure_sas_token', 'sv=1&sp=cw'],
    ['azure_sas_token', `${'a&'.repeat(2000)}b`],
    ['cdn_host', 'https://a/'],
    ['cdn_host', 'a/b'],
    ['custom_data_variable', 'a()'],
    ['md_bullets', '#'],
    ['video_aspect', '0:0'],
    ['video_scroll_to', []],
    ['video_scroll_to', Array.from({ length: 51 }, () => ({ wait: 1 }))],
    ['video_scroll_to', [{ wait: 1, speed: 2 }]],
    ['tag', Array.from({ length: 11 }, (_, at) => `tag ${at}`)],
    ['tag', 'x'.repeat(65)],
    ['llm_schema', { type: 'object', title: 'a\0' }],
    ['llm_schema', { 'a\0': 1 }],
    ['llm_schema', { title: 'a'.repeat(65_536) }],
    ['llm_schema', '{"title":"\\u0000"}'],
    ['llm_schema', '{"type":"object","properties":{"constructor":{}}}'],
    ['llm_schema', '{"type":'],
    ['block_urls', 'a,'.repeat(4_000_000)],
    ['custom_data_variable', 'a.'.repeat(4_000_000)],
    ['dpr', 4.1],
    ['dpr', 0.05],
  ])('%s rejects %j', rejects)

  const paths = ['../a', 'a/../b', './a', 'a/..', 'a\\b', 'a\nb', 'a\0', 'a'.repeat(1025)]
  test.each(paths.flatMap((path) => ['s3_path', 'azure_path'].map((name) => [name, path] as const)))(
    'A-S3-2: %s rejects %j',
    rejects,
  )

  test.each(['evil.com/', 'a@b', 'a#', '127.0.0.1:80/', 'a'.repeat(25), 'Pictures', 'ab'])(
    'A-AZ-4, C17: azure_account_name rejects %j',
    (raw) => rejects('azure_account_name', raw),
  )

  const labels = ['llm_azure_resource_name', 'llm_azure_api_version', 'llm_aws_region', 'llm_gcp_location']
  test.each(labels)('C18: %s is one part of a host name', (name) => {
    for (const raw of ['evil.example', 'a/b', 'a@b', 'a#', 'a:1', 'a\\b', 'a b']) rejects(name, raw)
  })

  function rejects(name: string, raw: unknown): void {
    expect(() => parseOptions({ url: 'a', [name]: raw })).toThrow(`"${name}`)
  }
})
