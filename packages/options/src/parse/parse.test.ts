import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { EASES, parseOptions } from '../index.ts'

function invalidOptions(body: Record<string, unknown>): RenderError {
  try {
    parseOptions(body)
  } catch (error) {
    if (error instanceof RenderError) return error
  }
  throw new Error('The body was accepted.')
}

describe('parseOptions', () => {
  test('accepts snake_case and camelCase', () => {
    const snake = parseOptions({ url: 'a', full_page: true, wait_until: 'loaded', redirect_after: 5 })
    const camel = parseOptions({ url: 'a', fullPage: true, waitUntil: 'loaded', redirectAfter: 5 })
    expect(camel).toEqual(snake)
    expect(camel.options.full_page).toBe(true)
  })

  test('accepts both spellings with the same value and rejects them with different values', () => {
    expect(parseOptions({ url: 'a', full_page: 'yes', fullPage: 1 }).options.full_page).toBe(true)
    const error = invalidOptions({ url: 'a', full_page: true, fullPage: false })
    expect(error.code).toBe('InvalidOptions')
    expect(error.message).toContain('"full_page" and "fullPage"')
  })

  test.each([
    [true, true],
    [1, true],
    [-2, true],
    ['True', true],
    ['yes', true],
    ['ON', true],
    ['1', true],
    [false, false],
    [0, false],
    ['', false],
    ['False', false],
    ['off', false],
    ['no', false],
  ])('flag %j is %j', (raw, value) => {
    expect(parseOptions({ url: 'a', full_page: raw }).options.full_page).toBe(value)
  })

  test.each([['maybe'], [[]], [{}], ['2'], [Number.NaN]])('flag %j is rejected', (raw) => {
    expect(invalidOptions({ url: 'a', full_page: raw }).details).toMatchObject([{ option: 'full_page' }])
  })

  test.each([
    [300, 300],
    ['300', 300],
    [' 300 ', 300],
    ['+300', 300],
    [300.0, 300],
    ['0300', 300],
    ['1280.0', 1280],
    ['1280.000000', 1280],
    ['1e3', 1000],
    ['1.28E3', 1280],
    ['1.28e+03', 1280],
  ])('number %j is %j', (raw, value) => {
    expect(parseOptions({ url: 'a', width: raw }).options.width).toBe(value)
  })

  test.each([
    '',
    '1e',
    'e3',
    '1.5e0',
    '1279.99999999999999999',
    '1e-3',
    '1e9',
    '1e999',
    '1280.',
    '1,280',
    '0x10',
    '12.5',
    `1.${'0'.repeat(41)}`,
    12.5,
    'abc',
    Infinity,
    Number.NaN,
    2 ** 53 + 2,
    true,
    [300],
    '9'.repeat(16),
  ])('number %j is rejected', (raw) => {
    expect(invalidOptions({ url: 'a', width: raw }).details).toMatchObject([{ option: 'width' }])
  })

  test.each([
    ['longitude', '-0.12775829999999998', -0.1277583],
    ['latitude', '1.0E-5', 0.00001],
    ['pdf_scale', '0.30000000000000004', 0.30000000000000004],
    ['pdf_margin_top', '37.795275590551185px', 37.795275590551185],
    ['scroll_to', '1.5e2', 150],
  ] as const)('%s %j is %j', (name, raw, value) => {
    expect(parseOptions({ url: 'a', [name]: raw }).options[name]).toBe(value)
  })

  test.each([
    ['width', 1, 8192],
    ['height', 1, 16_384],
    ['quality', 1, 100],
    ['delay', 0, 60_000],
    ['timeout', 5000, 100_000],
    ['redirect_after', 0, 300],
  ])('%s must be from %i to %i', (name, minimum, maximum) => {
    for (const inside of [minimum, maximum])
      expect(parseOptions({ url: 'a', [name]: inside }).options).toHaveProperty(name)
    for (const outside of [minimum - 1, maximum + 1]) {
      expect(invalidOptions({ url: 'a', [name]: outside }).message).toContain(`from ${minimum} to ${maximum}`)
    }
  })

  test.each([
    ['PNG', 'png'],
    ['jpeg', 'jpg'],
    ['Jpg', 'jpg'],
    ['WebP', 'webp'],
  ])('format %s is %s', (raw, value) => {
    expect(parseOptions({ url: 'a', format: raw }).options.format).toBe(value)
  })

  test.each([
    ['glacier', 'GLACIER'],
    ['IntelligentTiering', 'INTELLIGENT_TIERING'],
    ['ONEZONE_IA', 'ONEZONE_IA'],
  ])('A-S3-4: s3_storageclass %s is %s', (raw, value) => {
    expect(parseOptions({ url: 'a', s3_storageclass: raw }).options.s3_storageclass).toBe(value)
  })

  test.each([
    ['networkidle0', 'requestsfinished'],
    ['networkidle2', 'mostrequestsfinished'],
    ['domcontentloaded', 'domloaded'],
    ['load', 'loaded'],
    ['Requests-Finished', 'requestsfinished'],
  ])('wait_until %s is %s', (raw, value) => {
    expect(parseOptions({ url: 'a', wait_until: raw }).options.wait_until).toBe(value)
  })

  test('each easing has the spelling of .NET, too', () => {
    for (const ease of EASES) {
      const spelled = ease.replaceAll(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())
      expect(parseOptions({ url: 'a', video_ease: spelled }).options.video_ease).toBe(ease)
    }
    expect(parseOptions({ url: 'a', video_ease: 'linear' }).options.video_ease).toBe('linear.none')
  })

  test('the error for an unknown word lists the valid ones', () => {
    expect(invalidOptions({ url: 'a', format: 'bmp' }).message).toBe(
      '"format" must be one of png, jpg, webp, avif, svg, pdf, html, mhtml, md, mp4, webm, not "bmp".',
    )
  })

  test('null means absent', () => {
    expect(parseOptions({ url: 'a', width: null }).options).toEqual({ url: 'a' })
  })

  test.each([
    [{}, 'NoUrlSupplied'],
    [{ url: '' }, 'NoUrlSupplied'],
    [{ url: null }, 'NoUrlSupplied'],
    [{ url: 3 }, 'UrlWasNotAStringError'],
    [{ url: ['a'] }, 'UrlWasNotAStringError'],
    [{ url: 'http://a/' + 'x'.repeat(8192) }, 'InvalidURLError'],
    [{ url: 'a\0' }, 'InvalidURLError'],
    [{ html: 'a\0' }, 'HTMLProcessError'],
    [{ html: 'x'.repeat(8 * 1024 * 1024 + 1) }, 'HTMLProcessError'],
    [{ html: 3 }, 'InvalidOptions'],
    [{ url: 3, width: 0 }, 'InvalidOptions'],
  ])('%#: the error has the code of the problem', (body, code) => {
    expect(invalidOptions(body).code).toBe(code)
  })

  test('html at its limit and an empty html are accepted', () => {
    expect(parseOptions({ html: '' }).options.html).toBe('')
    expect(parseOptions({ html: 'x'.repeat(8 * 1024 * 1024) }).options.html).toHaveLength(8 * 1024 * 1024)
  })

  test('an empty html counts as not sent beside a url', () => {
    const parsed = parseOptions({ url: 'a', html: '', width: 5 })
    expect(parsed.options).toEqual({ url: 'a', width: 5 })
    expect(parsed.warnings).toEqual(['"html" has no effect: it is empty, and "url" is set.'])
    expect(parseOptions({ url: '', html: '' }).options.html).toBe('')
    expect(parseOptions({ url: 'a', html: 'x' }).options.html).toBe('x')
    expect(parseOptions({ url: 'a', html: ' ' }).options.html).toBe(' ')
  })

  test('every problem is reported at once', () => {
    const { details, message } = invalidOptions({ url: 'a', width: 0, height: 'x', format: 'bmp' })
    expect(details?.map(({ option }) => option).toSorted()).toEqual(['format', 'height', 'width'])
    for (const { message: part } of details!) expect(message).toContain(part)
  })

  test('messages contain the sent value shortened, and never a secret', () => {
    expect(invalidOptions({ url: 'a', format: 'x'.repeat(500) }).message.length).toBeLessThan(200)
    expect(invalidOptions({ url: 'a', webhook_url: 'sesame\0' }).message).not.toContain('sesame')
  })

  test('the error for a misspelled word suggests the nearest one', () => {
    expect(invalidOptions({ url: 'a', color_profile: 'srbg' }).message).toContain('(did you mean "srgb"?)')
    expect(invalidOptions({ url: 'a', md_em: 'x' }).message).not.toContain('did you mean')
  })

  test.each(['json', 'JSON '])('says for the format %j where data of the page comes from', (format) => {
    expect(invalidOptions({ url: 'a', format }).message).toContain(
      `not "${format}" (data of the page comes with "metadata" or "save_metadata").`,
    )
  })

  test('the error for a member of an option has its path and no secret', () => {
    const thumbnails = [{ width: 1 }, { width: 1, key: 'much too long', presigned_url: 'sesame\0' }]
    const { details, message } = invalidOptions({ url: 'a', thumbnails })
    expect(details?.map(({ option }) => option)).toEqual(['thumbnails', 'thumbnails'])
    expect(message).toContain(
      '"thumbnails[1].key" must be a string of at most 10 characters, not "much too long".',
    )
    expect(message).toContain('"thumbnails[1].presigned_url" must be')
    expect(message).not.toContain('sesame')
  })

  test('conflicts are reported beside violations, except those with an invalid value', () => {
    const body = { url: 'a', width: 0, latitude: 'x', longitude: 3, use_s3: true, use_azure: true }
    expect(invalidOptions(body).details?.map(({ option }) => option)).toEqual([
      'width',
      'latitude',
      'use_azure',
    ])
  })

  test('unknown keys are returned apart', () => {
    const parsed = parseOptions({ url: 'a', fulPage: true, thumbnails: [{ width: 1, colour: 'red' }] })
    expect(parsed.options).toEqual({ url: 'a', thumbnails: [{ width: 1 }] })
    expect(parsed.unknown).toEqual({ fulPage: true })
    expect(parsed.ignored.map(({ path }) => path)).toEqual(['thumbnails[0].colour'])
  })

  test.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    '%s is an unknown option',
    (key) => {
      const body = JSON.parse(`{"url":"a","${key}":{"isAdmin":true}}`) as Record<string, unknown>
      const { options, unknown } = parseOptions(body)
      expect(Object.keys(options)).toEqual(['url'])
      expect(Object.keys(unknown)).toEqual([key])
      expect(({} as Record<string, unknown>)['isAdmin']).toBeUndefined()
      expect(Object.getPrototypeOf(unknown)).toBe(Object.prototype)
    },
  )
})

describe('forms', () => {
  const form = (body: Record<string, unknown>) =>
    parseOptions({ url: 'a', ...body }, { isForm: true }).options

  test.each([
    [
      ['a=1', 'b=2'],
      ['a=1', 'b=2'],
    ],
    ['a=1', ['a=1']],
    ['["a=1","b=2"]', ['a=1', 'b=2']],
    [{ a: '1' }, ['a=1']],
    ['{"a":"1","b":"c=d"}', ['a=1', 'b=c=d']],
  ])('header %j is a list of %j', (raw, value) => expect(form({ headers: raw }).headers).toEqual(value))

  test.each([
    ['header', 'X-A=日本'],
    ['header', 'X-A=a\u0001'],
    ['header', 'X-A=a\r\nX-B: c'],
    ['authorization', 'Bearer 日本'],
  ])('%s rejects %j: only one line of Latin-1 characters is valid', (option, value) => {
    expect(invalidOptions({ url: 'a', [option]: value }).details).toMatchObject([
      { option, message: expect.stringContaining('Latin-1 characters') },
    ])
  })

  test('an object with numeric keys is rejected as a list', () => {
    expect(invalidOptions({ url: 'a', headers: { 150: 'b=c' } }).details).toMatchObject([
      { option: 'headers' },
    ])
  })

  test('an object is a list of one only in a form, and never with numeric keys', () => {
    expect(() => parseOptions({ url: 'a', thumbnails: { width: 200 } })).toThrow(
      '"thumbnails" must be a list',
    )
    expect(() => form({ thumbnails: { 150: { width: '1' } } })).toThrow('"thumbnails" must be a list')
  })

  test('strict booleans accept only true and false', () => {
    expect(form({ s3_object_lock: 'true', wait_to_leave_pierce: 'False' })).toMatchObject({
      s3_object_lock: true,
      wait_to_leave_pierce: false,
    })
    expect(() => form({ s3_object_lock: '1' })).toThrow('"s3_object_lock" must be true or false')
  })

  test('arrays and objects are accepted as JSON text or as nested fields', () => {
    const value = [{ width: 200, presigned_url: 'http://a/' }]
    expect(form({ thumbnails: '[{"width":200,"presignedUrl":"http://a/"}]' }).thumbnails).toEqual(value)
    expect(form({ thumbnails: [{ width: '200', presignedUrl: 'http://a/' }] }).thumbnails).toEqual(value)
    expect(form({ thumbnails: { width: '200', presignedUrl: 'http://a/' } }).thumbnails).toEqual(value)
    expect(form({ retry_with: '{"width":null}' }).retry_with).toEqual([{ width: null }])
    expect(form({ llm_schema: '["a","constructor"]' }).llm_schema).toEqual(['a', 'constructor'])
  })

  test.each([
    '[{"width":1}',
    '{"__proto__":{"width":1}}',
    `[{"key":${'['.repeat(40)}${']'.repeat(40)}}]`,
    `[${'1,'.repeat(11_000)}1]`,
    '[{"key":"\\ud800"}]',
    `[${'{"width":1},'.repeat(30_000)}{}]`,
  ])('malformed or harmful JSON text is rejected (%#)', (thumbnails) => {
    expect(() => form({ thumbnails })).toThrow('"thumbnails" must be a list')
  })

  test('a repeated key is accepted only for a list', () => {
    expect(() => form({ width: ['1', '2'] })).toThrow('"width" must be a whole number')
  })
})
