import { describe, expect, test } from '@jest/globals'
import { aliases, shorthands } from '../table/aliases.ts'
import { parseOptions, resolveOptions, resolveRetry, type GivenOptions } from '../index.ts'

const resolve = (given: GivenOptions, project: GivenOptions = {}) =>
  resolveOptions({ html: 'x', ...given }, project)

describe('resolveOptions', () => {
  test('fills in defaults of working options that are not given', () => {
    expect(resolve({ width: 5 })).toMatchObject({ width: 5, height: 1024, format: 'png', full_page: false })
    expect(resolve({})).not.toHaveProperty('selector')
    expect(resolve({})).not.toHaveProperty('video_warmup')
  })

  test('replaces all aliases and shorthands', () => {
    const body = {
      html: 'x',
      headers: { a: 'b' },
      retina: 1,
      turbo: true,
      json: true,
      accept_cookies: true,
      markdown_options: { wrap: true },
    }
    const names = Object.keys(resolveOptions(parseOptions(body).options))
    const gone = new Set<string>([...aliases.map(({ alias }) => alias), ...Object.keys(shorthands)])
    expect(names.filter((name) => gone.has(name))).toEqual([])
  })

  test.each<[GivenOptions, GivenOptions]>([
    [{ header: ['a=1'], headers: ['b=2'] }, { header: ['a=1', 'b=2'] }],
    [{ cookies: ['b=2'] }, { cookie: ['b=2'] }],
    [{ cookie: ['a=1'], cookies: ['b=2'] }, { cookie: ['a=1', 'b=2'] }],
    [{ referrer: 'a' }, { referer: 'a' }],
    [{ pov: 'geo', point_of_view: 'hidden' }, { pov: 'geo' }],
    [{ point_of_view_country: 'gb' }, { pov_country: 'gb' }],
    [{ v: 'lts' }, { engine_version: 'lts' }],
    [{ v: 'lts', engine_version: 'latest' }, { engine_version: 'latest' }],
    [{ watermark_blend: 'screen' }, { blend_mode: 'screen' }],
    [{ refresh: true, reload: false }, { reload: true }],
    [{ refresh_after_scroll: true }, { reload_after_scroll: true }],
    [{ accept_cookies: true, click_accept: false }, { click_accept: true }],
    [{ accept_cookies: false }, { click_accept: false }],
  ])('alias: %j is %j', (given, expected) => expect(resolve(given)).toMatchObject(expected))

  test.each<[GivenOptions, GivenOptions]>([
    [{ retina: true }, { dpr: 2 }],
    [{ retina: true, dpr: 3 }, { dpr: 3 }],
    [{ display_p3: true }, { color_profile: 'dp3' }],
    [{ rec2020: true, display_p3: true }, { color_profile: 'rec2020' }],
    [{ scrgb_linear: true, rec2020: true }, { color_profile: 'scrgblinear' }],
    [{ display_p3: true, hdr10: true }, { color_profile: 'hdr10' }],
    [{ hdr10: true, color_profile: 'srgb' }, { color_profile: 'srgb' }],
    [{ json: true }, { response_type: 'json' }],
    [{ json: true, debug: true }, { response_type: 'jsondebug' }],
    [{ debug: true, response_type: 'binary' }, { response_type: 'binary' }],
    [{ max_attempts: 3 }, { max_retries: 2 }],
    [{ max_attempts: 3, max_retries: 5 }, { max_retries: 5 }],
    [{ video_bits_per_second: 2_000_000 }, { video_bitrate: 2000 }],
    [{ video_bits_per_second: 2_000_000, video_bitrate: 7 }, { video_bitrate: 7 }],
    [
      { turbo: true, minidelay: 5 },
      {
        wait_until: 'domloaded',
        skip_scroll: true,
        skip_final_delay: true,
        full_page_mode: 'native',
        minidelay: 5,
      },
    ],
    [
      { turbo: true, lazyload: true },
      { lazyload: true, skip_scroll: false },
    ],
    [{ lightweight: true }, { block_medias: true, block_sockets: true, block_pings: true }],
    [
      { lightweight: true, block_medias: false },
      { block_medias: false, block_pings: true },
    ],
    [
      { markdown_options: { wrap_width: 5, preprocessing: { preset: 'Minimal' } }, md_wrap_width: 6 },
      { md_wrap_width: 6, md_preset: 'Minimal', md_preprocess: true },
    ],
  ])('shorthand: %j is %j', (given, expected) => expect(resolve(given)).toMatchObject(expected))

  test('a shorthand that is false sets nothing', () => {
    expect(resolve({ retina: false, turbo: false, hdr10: false })).toMatchObject({ wait_until: 'loaded' })
    expect(resolve({ retina: false }).dpr).toBe(1)
  })

  test.each<[GivenOptions, GivenOptions, GivenOptions]>([
    [{ width: 5 }, {}, { width: 5 }],
    [{ width: 5 }, { width: 6 }, { width: 6 }],
    [{ dpr: 1 }, { retina: true }, { dpr: 2 }],
    [{ retina: true }, { dpr: 1 }, { dpr: 1 }],
    [{ wait_until: 'requestsfinished' }, { turbo: true }, { wait_until: 'domloaded' }],
    [{ turbo: true, wait_until: 'requestsfinished' }, { turbo: false }, { wait_until: 'requestsfinished' }],
    [{ turbo: true }, { turbo: false }, { wait_until: 'loaded' }],
    [{ lazyload: true }, { turbo: true }, { skip_scroll: true }],
    [{ turbo: true }, { lazyload: true }, { skip_scroll: false }],
    [{ headers: ['a=1'] }, { header: ['b=2'] }, { header: ['b=2'] }],
    [{ header: ['a=1'] }, { headers: ['b=2'] }, { header: ['b=2'] }],
    [{ media: 'print' }, { format: 'png' }, { media: 'print' }],
    [{ md_wrap_width: 5 }, { markdown_options: { wrap_width: 6 } }, { md_wrap_width: 6 }],
  ])('merges a project with %j and a request with %j', (project, given, expected) => {
    expect(resolve(given, project)).toMatchObject(expected)
  })

  test('finds conflicts within retry_with', () => {
    const retry_with = [{ width: 5 }, { pov: 'geo' }]
    expect(() => resolve({ cookie: ['a=b'], retry_with })).toThrow(
      'In "retry_with[1]": "pov" and "cookie" cannot both be set.',
    )
  })
})

describe('resolveRetry', () => {
  const first = resolve({ width: 800, retina: true, authorization: 'a', proxy: 'a:1', cookie: ['a=1'] })

  test('changes the options of the entry and keeps the others', () => {
    const next = resolveRetry(first, { width: 900, user_agent: 'mobile' })
    expect(next).toEqual({ ...first, width: 900, user_agent: 'mobile' })
  })

  test('null removes a value or restores the default', () => {
    const next = resolveRetry(first, { width: null, authorization: null, proxy: null, header: null })
    expect(next).toMatchObject({ width: 1280, cookie: ['a=1'] })
    expect(Object.keys(next)).toEqual(expect.not.arrayContaining(['authorization', 'proxy', 'header']))
  })

  test.each([
    [{ retina: null }, 1],
    [{ retina: false }, 1],
    [{ retina: true }, 2],
    [{ width: 5 }, 2],
  ])('%j leaves dpr %j', (entry, dpr) => expect(resolveRetry(first, entry).dpr).toBe(dpr))

  test.each([
    [true, false],
    [false, true],
    [null, false],
  ])('ignore_https_errors %j is show_certificate_errors %j', (ignore_https_errors, isShown) => {
    const strict = resolve({ show_certificate_errors: true })
    expect(resolveRetry(strict, { ignore_https_errors }).show_certificate_errors).toBe(isShown)
  })

  test('aliases in an entry replace the options of the render', () => {
    const away = resolve({ pov: 'hidden' })
    expect(resolveRetry(away, { point_of_view: 'geo' }).pov).toBe('geo')
    expect(resolveRetry(away, { point_of_view: null })).not.toHaveProperty('pov')
  })

  test('rejects conflicts', () => {
    expect(() => resolveRetry(first, { pov: 'geo' })).toThrow('"pov" and "authorization"')
  })
})
