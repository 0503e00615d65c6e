import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { parseOptions } from './parse.ts'

function refusal(body: Record<string, unknown>): RenderError {
  try {
    parseOptions(body)
  } catch (error) {
    if (error instanceof RenderError) return error
  }
  throw new Error('The body was accepted.')
}

describe('parseOptions', () => {
  test('takes snake_case and camelCase', () => {
    const snake = parseOptions({ url: 'a', full_page: true, wait_until: 'loaded', redirect_after: 5 })
    const camel = parseOptions({ url: 'a', fullPage: true, waitUntil: 'loaded', redirectAfter: 5 })
    expect(camel).toEqual(snake)
    expect(camel.options.full_page).toBe(true)
  })

  test('takes both spellings at once when they agree, and refuses them when they differ', () => {
    expect(parseOptions({ url: 'a', full_page: 'yes', fullPage: 1 }).options.full_page).toBe(true)
    const error = refusal({ url: 'a', full_page: true, fullPage: false })
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

  test.each([['maybe'], [[]], [{}], ['2'], [Number.NaN]])('flag %j is refused', (raw) => {
    expect(refusal({ url: 'a', full_page: raw }).details).toMatchObject([{ option: 'full_page' }])
  })

  test.each([
    [300, 300],
    ['300', 300],
    [' 300 ', 300],
    ['+300', 300],
    [300.0, 300],
    ['0300', 300],
  ])('number %j is %j', (raw, value) => {
    expect(parseOptions({ url: 'a', width: raw }).options.width).toBe(value)
  })

  test.each([
    '',
    '1e3',
    '0x10',
    '12.5',
    12.5,
    'abc',
    Infinity,
    Number.NaN,
    2 ** 53 + 2,
    true,
    [300],
    '9'.repeat(16),
  ])('number %j is refused', (raw) => {
    expect(refusal({ url: 'a', width: raw }).details).toMatchObject([{ option: 'width' }])
  })

  test.each([
    ['width', 1, 8192],
    ['height', 1, 16_384],
    ['quality', 1, 100],
    ['delay', 0, 60_000],
    ['timeout', 5000, 100_000],
    ['redirect_after', 0, 300],
  ])('%s is bounded by %i and %i', (name, minimum, maximum) => {
    for (const inside of [minimum, maximum])
      expect(parseOptions({ url: 'a', [name]: inside }).options).toHaveProperty(name)
    for (const outside of [minimum - 1, maximum + 1]) {
      expect(refusal({ url: 'a', [name]: outside }).message).toContain(`from ${minimum} to ${maximum}`)
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
    ['networkidle0', 'requestsfinished'],
    ['networkidle2', 'mostrequestsfinished'],
    ['domcontentloaded', 'domloaded'],
    ['load', 'loaded'],
    ['Requests-Finished', 'requestsfinished'],
  ])('wait_until %s is %s', (raw, value) => {
    expect(parseOptions({ url: 'a', wait_until: raw }).options.wait_until).toBe(value)
  })

  test('an unknown word is refused with the valid ones', () => {
    expect(refusal({ url: 'a', format: 'bmp' }).message).toBe(
      '"format" must be one of png, jpg, webp, not "bmp".',
    )
  })

  test('null unsets', () => {
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
  ])('%#: the code tells what was wrong', (body, code) => {
    expect(refusal(body).code).toBe(code)
  })

  test('html at its limit and an empty html are taken', () => {
    expect(parseOptions({ html: '' }).options.html).toBe('')
    expect(parseOptions({ html: 'x'.repeat(8 * 1024 * 1024) }).options.html).toHaveLength(8 * 1024 * 1024)
  })

  test('every complaint is told at once', () => {
    const { details, message } = refusal({ url: 'a', width: 0, height: 'x', format: 'bmp' })
    expect(details?.map(({ option }) => option).toSorted()).toEqual(['format', 'height', 'width'])
    for (const { message: part } of details!) expect(message).toContain(part)
  })

  test('what was sent is shown shortened, and not at all when it may be secret', () => {
    expect(refusal({ url: 'a', format: 'x'.repeat(500) }).message.length).toBeLessThan(200)
    expect(refusal({ url: 'a', webhook_url: 'sesame\0' }).message).not.toContain('sesame')
  })

  test('unknown keys are named with the nearest known one, and harmless', () => {
    const { options, warnings } = parseOptions({ url: 'a', fulPage: true, zzzzzzzz: 1 })
    expect(options).toEqual({ url: 'a' })
    expect(warnings).toEqual([
      'Unknown option "fulPage" was ignored: did you mean "full_page"?',
      'Unknown option "zzzzzzzz" was ignored.',
    ])
  })
})

describe('warnings', () => {
  test('hold nothing that a database refuses', () => {
    const key = `${'x'.repeat(39)}😀\u0000`
    const { warnings } = parseOptions({ html: 'x', [key]: 1, 'a\u0000b': 1 })
    expect(warnings.every((warning) => warning.isWellFormed())).toBe(true)
    expect(warnings.join()).not.toMatch(/\p{Cc}/u)
  })

  test('name the first unknown keys and count the rest', () => {
    const unknown = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`nobody_knows_${i}`, 1]))
    const { warnings } = parseOptions({ html: 'x', ...unknown })
    expect(warnings).toHaveLength(21)
    expect(warnings.at(-1)).toBe('10 more unknown options were ignored.')
  })
})
