import { describe, expect, test } from '@jest/globals'
import { optionNames, optionOf, parseOptions, resolveOptions, stateOf, warningsFor } from '../index.ts'

function warnings(body: Record<string, unknown>): string[] {
  const parsed = parseOptions({ html: 'x', ...body })
  return warningsFor(parsed, resolveOptions(parsed.options))
}

describe('warnings', () => {
  test('name unknown keys and suggest the nearest known one', () => {
    expect(warnings({ fulPage: true, zzzzzzzz: 1 })).toEqual([
      'Unknown option "fulPage" was ignored: did you mean "full_page"?',
      'Unknown option "zzzzzzzz" was ignored.',
    ])
  })

  test('name unknown members by their path', () => {
    expect(warnings({ retry_with: [{ widht: 5 }] })[0]).toBe(
      'Unknown option "retry_with[0].widht" was ignored: did you mean "width"?',
    )
  })

  test('distinguish a legacy option from a misspelled one', () => {
    expect(warnings({ skip_fonts: true })).toEqual([
      '"skip_fonts" was ignored: this legacy option has no effect.',
    ])
  })

  test('name options that are only accepted, with the reason', () => {
    expect(warnings({ flash: true })).toEqual(['"flash" has no effect: no browser runs Flash any more.'])
  })

  test('A-ACC-1: are exactly one for each option that is only accepted, with its reason', () => {
    const accepted = optionNames.filter((name) => stateOf(name) === 'accepted')
    for (const name of accepted) {
      const { kind, values, examples } = optionOf(name)
      const example = (values ?? examples ?? [{ text: 'a', number: 1 }[kind as string] ?? true]).at(-1)
      const found = warnings({ [name]: example })
      expect([name, found]).toEqual([name, [expect.stringContaining(optionOf(name).accepted!)]])
    }
  })

  test('name options without effect on the format or without another option', () => {
    expect(warnings({ pdf_scale: 2 })).toEqual(['"pdf_scale" has no effect on png.'])
    expect(warnings({ quality: 50 })).toEqual(['"quality" has no effect on png.'])
    expect(warnings({ quality: 50, format: 'jpg' })).toEqual([])
    expect(warnings({ s3_bucket: 'pictures' })).toEqual(['"s3_bucket" has no effect without "use_s3".'])
    expect(warnings({ llm_prompt: 'Why?' })).toEqual(['"llm_prompt" has no effect without "use_llm".'])
    expect(warnings({ max_height: 9, max_width: 9, scroll_height: 9 })).toEqual([
      '"max_height" has no effect without "full_page" or "lazyload".',
      '"max_width" has no effect without "full_width".',
      '"scroll_height" has no effect without "lazyload" or "video_warmup".',
    ])
    expect(warnings({ full_page: true, max_height: 9, scroll_height: 9 })).toEqual([])
    expect(warnings({ full_page: true, scroll_to: 9, scroll_to_x: 9 })).toEqual([
      '"scroll_to" has no effect with "full_page".',
      '"scroll_to_x" has no effect with "full_page".',
    ])
    const still = { format: 'mp4', video_scroll: false, video_scroll_to: [{ wait: 9 }] }
    expect(warnings(still)).toEqual(['"video_scroll_to" has no effect without "video_scroll".'])
    const tour = { format: 'mp4', video_scroll_to: [{ wait: 9 }], scroll_to: 9 }
    expect(warnings(tour)).toEqual(['"scroll_to" has no effect with "video_scroll".'])
    const look = { img_fit: 'contain', img_position: 'top' }
    expect(warnings(look)).toEqual(
      Object.keys(look).map(
        (name) => `"${name}" has no effect without "thumb_width" or "thumb_height" or "thumbnails".`,
      ),
    )
    expect(warnings({ ...look, thumbnails: [{ width: 9, height: 9 }] })).toEqual([])
  })

  test('name options of still pictures on a video', () => {
    const still = {
      dpr: 2,
      clip: '0,0,9,9',
      thumbnails: [{ width: 9 }],
      disable_animations: true,
    }
    expect(warnings({ ...still, format: 'mp4' })).toEqual(
      Object.keys(still).map((name) => `"${name}" has no effect on mp4.`),
    )
    for (const name of ['display_p3', 'rec2020', 'hdr10', 'scrgb_linear', 'color_profile'])
      expect(warnings({ format: 'webm', [name]: name === 'color_profile' ? 'dp3' : true })).toEqual([
        `"${name}" has no effect on webm.`,
      ])
    expect(warnings({ video_jitter: 0.5, format: 'mp4' })).toEqual([
      '"video_jitter" has no effect: each frame is drawn at its own time, so that a still page needs no movement.',
    ])
  })

  test('name options of scrolling on a video that does not scroll, and those of a still one on one that does', () => {
    const about = (body: Record<string, unknown>) => warnings({ format: 'mp4', ...body })
    const scrolling = {
      video_prescroll_duration: 0,
      video_scroll_duration: 10,
      video_rest_duration: 0,
      video_scroll_back: true,
      video_postscroll_duration: 0,
      video_scroll_distance: 10,
      video_scroll_offset: 10,
      video_ease: 'linear',
      video_ease_end: 'linear',
      video_sections: 2,
      video_scroll_require_sections: true,
      video_use_iscroll: true,
    }
    const inSections = ['video_scroll_distance', 'video_sections', 'video_scroll_require_sections']
    const video_scroll_to = [{ selector: 'a' }]
    expect(about(scrolling)).toEqual(
      Object.keys(scrolling).map((name) => `"${name}" has no effect without "video_scroll".`),
    )
    expect(about({ ...scrolling, video_scroll: true, video_time: 100 })).toEqual([])
    expect(about({ ...scrolling, video_scroll_to })).toEqual(
      inSections.map((name) => `"${name}" has no effect with "video_scroll_to".`),
    )
    expect(about({ video_scroll: true, video_time: 100 })).toEqual([
      '"video_time" has no effect with "video_scroll".',
    ])
    const duration = { video_duration: 100, video_time: 100 }
    for (const body of [duration, { ...duration, video_scroll: true, video_scroll_require_sections: true }])
      expect(about(body)).toEqual(['"video_time" has no effect with "video_duration".'])
    expect(about({ video_warmup: true, skip_scroll: true })).toEqual([
      '"video_warmup" has no effect with "skip_scroll".',
    ])
    expect(about({ video_time: 100, video_seek: 0, video_rest_duration: 1000 })).toEqual([])
  })

  test('name options that another one overrides, unless that is overridden itself', () => {
    const about = (body: Record<string, unknown>) => warnings({ format: 'pdf', ...body })
    expect(about({ pdf_page_size: 'a5', pdf_page_width: 100, pdf_orientation: 'landscape' })).toEqual([
      '"pdf_page_width" has no effect with "pdf_page_size".',
    ])
    expect(about({ pdf_page_width: 100, pdf_orientation: 'landscape' })).toEqual([
      '"pdf_orientation" has no effect with "pdf_page_width".',
    ])
    const forSheets = {
      pdf_page_size: 'a5',
      pdf_page_width: 100,
      pdf_page_height: 100,
      pdf_orientation: 'landscape',
      pdf_scale: 0.5,
    }
    // The range has an effect where the URL returns a PDF.
    expect(about({ full_page: true, pdf_page_range: '1', ...forSheets }).toSorted()).toEqual(
      Object.keys(forSheets)
        .map((option) => `"${option}" has no effect with "full_page".`)
        .toSorted(),
    )
    expect(about({ pdf_outline: true, pdf_tagged: false })).toEqual([
      '"pdf_tagged" has no effect with "pdf_outline".',
    ])
  })

  test.each<[object, string, string]>([
    [{ debug: true, response_type: 'binary' }, 'debug', 'response_type'],
    [{ json: true, debug: true }, 'json', 'debug'],
    [{ retina: true, dpr: 1 }, 'retina', 'dpr'],
    [{ hdr10: true, display_p3: true }, 'display_p3', 'hdr10'],
    [{ max_attempts: 2, max_retries: 2, retry_on: ['5xx'] }, 'max_attempts', 'max_retries'],
    [
      { format: 'mp4', video_bits_per_second: 1e6, video_bitrate: 5 },
      'video_bits_per_second',
      'video_bitrate',
    ],
    [{ format: 'md', markdown_options: { bullets: '-' }, md_bullets: '+' }, 'markdown_options', 'md_bullets'],
  ])('name a shorthand of which nothing is left: %j', (body, shorthand, other) => {
    expect(warnings({ ...body })).toEqual([`"${shorthand}" has no effect with "${other}".`])
  })

  test.each([
    { debug: true, response_type: 'jsondebug' },
    { json: true, async: true },
    { debug: false, response_type: 'binary' },
    { turbo: true, wait_until: 'loaded', full_page: true, lazyload: true },
    { lightweight: true, block_medias: false },
    { format: 'html', lightweight: true, block_images: false },
    { format: 'md', markdown_options: {} },
  ])('name no shorthand of which something is left: %j', (body) => {
    expect(warnings({ ...body }).filter((warning) => warning.includes('no effect'))).toEqual([])
  })

  test.each([
    ['pdf', { clip: '0,0,5,5', viewport_clip: true, crop_width: 5, dpr: 2, thumbnails: [{ width: 5 }] }],
    ['svg', { dpr: 2, quality: 5, thumbnails: [{ width: 5 }], pdf_scale: 2 }],
    ['mhtml', { selector: 'a', fragment: true, full_html: true }],
  ])('name the options that have no effect on %s', (format, options) => {
    const found = warnings({ format, ...options }).join('\n')
    for (const option of Object.keys(options)) expect(found).toContain(`"${option}" has no effect`)
  })

  test('have an option beside which a format does not matter', () => {
    expect(warnings({ fragment: true })).toEqual(['"fragment" has no effect on png without "save_html".'])
    expect(warnings({ fragment: true, save_html: true })).toEqual([])
    expect(warnings({ fragment: true, format: 'html' })).toEqual([])
    expect(warnings({ selector: 'p', format: 'mp4' })).toEqual([
      '"selector" has no effect on mp4 without "save_html".',
    ])
    expect(warnings({ md_wrap: true })).toEqual(['"md_wrap" has no effect on png without "save_markdown".'])
    expect(warnings({ markdown_options: { wrap: true }, save_markdown: true })).toEqual([])
    expect(warnings({ format: 'md', md_preset: 'Minimal', md_preprocess: false })).toEqual([
      '"md_preset" has no effect without "md_preprocess".',
    ])
    expect(warnings({ full_html: true })).toEqual(['"full_html" has no effect on png without "save_html".'])
    expect(warnings({ full_html: true, fragment: true, save_html: true })).toEqual([
      '"full_html" has no effect with "fragment".',
    ])
  })

  test('contain no characters that a database rejects', () => {
    const key = `${'x'.repeat(59)}😀\u0000`
    const found = warnings({ [key]: 1, 'a\u0000b': 1 })
    expect(found.every((warning) => warning.isWellFormed())).toBe(true)
    expect(found.join()).not.toMatch(/\p{Cc}/u)
  })

  test('name the first unknown keys and count the rest', () => {
    const found = warnings(Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`nobody_knows_${i}`, 1])))
    expect(found).toHaveLength(21)
    expect(found.at(-1)).toBe('10 more unknown options were ignored.')
  })
})
