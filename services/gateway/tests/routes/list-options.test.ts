import { beforeAll, describe, expect, test } from '@jest/globals'
import { optionNames, type OptionDescription } from '@render/options'
import { specifiedOptions as specified } from '@render/testkit'
import { useWorld } from '../support/use-world.ts'

const world = useWorld({ MAX_WIDTH: '4000' })
let listed: Map<string, OptionDescription>

beforeAll(async () => {
  const { body } = await world.ask('/v1/options')
  listed = new Map(body.options.map((option: OptionDescription) => [option.name, option]))
})

describe('GET /v1/options', () => {
  test('200: returns every option without a key', async () => {
    const { status, headers } = await world.ask('/v1/options')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect([...listed.keys()]).toEqual(optionNames)
  })

  test('200: describes an option, with the limits of the operator', () => {
    expect(listed.get('width')).toEqual({
      name: 'width',
      group: 'viewport',
      kind: 'int',
      unit: 'CSS px',
      minimum: 1,
      maximum: 4000,
      default: 1280,
      description: expect.any(String),
      expects: expect.stringContaining('4000'),
      state: 'works',
      isSecret: false,
      isPrivate: false,
    })
    expect(listed.get('format')).toMatchObject({
      kind: 'enum',
      default: 'png',
      values: expect.arrayContaining(['png', 'jpg', 'webp']),
      synonyms: { jpeg: 'jpg' },
    })
    expect(listed.get('quality')).toMatchObject({ formats: ['jpg', 'webp', 'avif'] })
    expect(listed.get('flash')).toMatchObject({ state: 'accepted', reason: expect.any(String) })
    expect(listed.get('s3_secret')).toMatchObject({ isSecret: true })
    expect(listed.get('headers')).toMatchObject({ aliasOf: 'header' })
  })

  test('allows caching and other origins, and answers 304 to callers who have it', async () => {
    const { headers } = await world.ask('/v1/options')
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('access-control-allow-origin')).toBe('*')
    const again = await world.ask('/v1/options', { headers: { 'if-none-match': headers.get('etag')! } })
    expect([again.status, again.body.length]).toEqual([304, 0])
    const other = await world.ask('/v1/options', { headers: { 'if-none-match': '"other"' } })
    expect(other.status).toBe(200)
  })
})

describe('GET /v1/options as the specification has them', () => {
  const { strictBooleans, flags, intLike, numberLike, strings, lists, enums, others } = specified

  test('names every option of the catalogues', () => {
    const names = [strictBooleans, flags, intLike, numberLike, strings, lists, others, Object.keys(enums)]
    expect(names.flat().filter((name) => !listed.has(name))).toEqual([])
    expect(names.flat().length).toBeGreaterThan(380)
  })

  // The specification shows how values are written; the catalogues define their kind.
  const finer: Record<string, string> = {
    llm_temperature: 'number',
    video_aspect: 'text',
    pdf_page_range: 'text',
    img_pad: 'text',
    blend_mode: 'enum',
    browser: 'enum',
    wrap: 'enum',
    ...Object.fromEntries(['top', 'right', 'bottom', 'left'].map((side) => [`pdf_margin_${side}`, 'length'])),
    ...Object.fromEntries(
      ['bg_color', 'highlightfg', 'highlightbg', 'auto_crop_bg', 'img_bg'].map((name) => [name, 'colour']),
    ),
    headless: 'flag',
    url: 'text',
    html: 'text',
    llm_schema: 'schema',
    thumbnails: 'objects',
    video_scroll_to: 'objects',
    retry_with: 'objects',
    markdown_options: 'object',
  }

  test.each([
    ['boolean', strictBooleans],
    ['flag', flags],
    ['int', intLike],
    ['number', numberLike],
    ['text', strings],
    ['list', lists],
    ['enum', Object.keys(enums)],
    ['a kind of its own', others],
  ])('has the kind %s for each option of that kind', (kind, names) => {
    const kinds = Object.fromEntries(names.map((name) => [name, listed.get(name)?.kind]))
    expect(kinds).toEqual(Object.fromEntries(names.map((name) => [name, finer[name] ?? kind])))
  })

  test.each(Object.entries(enums))('%s has all of its values and no other meaning', (name, words) => {
    const { values, synonyms } = listed.get(name)!
    const known = new Set([...values!, ...Object.keys(synonyms ?? {})].map(plain))
    expect(words.filter((word) => !known.has(plain(word)))).toEqual([])
    expect(values!.filter((value) => !words.includes(value))).toEqual([])
  })

  test('has the members of structured options', () => {
    const members = (name: string) => listed.get(name)!.fields!.map((field) => plain(field.name))
    const { thumbnailMembers, scrollMembers, markdownMembers, retryMembers } = specified
    const ofThumbnails = [...Object.keys(thumbnailMembers.values), ...thumbnailMembers.others]
    expect(members('thumbnails')).toEqual(expect.arrayContaining(ofThumbnails.map(plain)))
    expect(members('video_scroll_to').toSorted()).toEqual(scrollMembers.map(plain).toSorted())
    expect(members('markdown_options').toSorted()).toEqual(markdownMembers.map(plain).toSorted())
    expect(members('retry_with').toSorted()).toEqual(retryMembers.map(plain).toSorted())
    for (const { name, values } of listed.get('thumbnails')!.fields!)
      expect(values).toEqual(thumbnailMembers.values[name as keyof typeof thumbnailMembers.values])
  })

  /** Ignores letter case and punctuation, unless the text is punctuation only. */
  function plain(word: string): string {
    return word.toLowerCase().replaceAll(/[^a-z0-9]/g, '') || word
  }
})

describe('GET /v1/options/{name}', () => {
  test.each([
    ['full_page', 'full_page'],
    ['fullPage', 'full_page'],
    ['highlight_fg', 'highlightfg'],
    ['headers', 'headers'],
  ])('200: %s returns %s, as in the list', async (spelling, name) => {
    const { status, body, headers } = await world.ask(`/v1/options/${spelling}`)
    expect(status).toBe(200)
    expect(body).toEqual(listed.get(name))
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test.each([
    ['full_pgae', 'Unknown option "full_pgae": did you mean "full_page"?'],
    ['wait_for_stat', '"wait_for_state"'],
    ['save_header', '"save_headers"'],
    ['zzzzzzzz', 'GET /v1/options lists all options.'],
    ['__proto__', 'GET /v1/options lists all options.'],
    ['x'.repeat(1000), 'GET /v1/options lists all options.'],
  ])('404: %s', async (unknown, message) => {
    const { status, body, headers } = await world.ask(`/v1/options/${unknown}`)
    expect([status, body.error.code]).toEqual([404, 'NotFound'])
    expect(body.error.message).toContain(message)
    expect(body.error.message.length).toBeLessThan(300)
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
