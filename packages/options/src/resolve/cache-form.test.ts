import { describe, expect, test } from '@jest/globals'
import { cacheForm, optionNames, optionOf, parseDefaults, parseOptions, resolveOptions } from '../index.ts'

function form(body: object, project: object = {}) {
  const { options: given, unknown } = parseOptions({ url: 'http://a.example/', ...body })
  const projectDefaults = parseDefaults({ ...project }).options
  return cacheForm(resolveOptions(given, projectDefaults), { given, projectDefaults, unknown })
}

describe('what the result of a link depends on', () => {
  test('is every option but these', () => {
    const outside = optionNames.filter((name) => optionOf(name).isOutsideCacheKey)
    expect(outside.toSorted()).toEqual(
      `cache_ignore custom_id download force redirect_after response_type skip_webhooks tag ttl
      webhook_url`.split(/\s+/),
    )
  })

  test.each<[object, object]>([
    [
      { width: 5, full_page: true },
      { fullPage: 'TRUE', width: '5' },
    ],
    [{}, { width: 1280, format: 'PNG' }],
    [{ img_position: 'right top' }, { img_position: 'RightTop' }],
    [{ dpr: 2 }, { retina: 1 }],
    [{ header: ['a: b'] }, { headers: ['a: b'] }],
    [
      {},
      {
        ttl: 5,
        force: true,
        download: 'a',
        response_type: 'base64',
        redirect_after: 5,
        webhook_url: 'b.example',
        skip_webhooks: true,
        tag: 'a',
        custom_id: 'b',
      },
    ],
    [{}, { json: true }],
    [{}, { debug: true }],
  ])('is the same for %j and %j', (one, other) => {
    expect(form(other)).toEqual(form(one))
  })

  test.each<[object, object]>([
    [{}, { width: 5 }],
    [{}, { unique: 'a' }],
    [{}, { engine_version: 'latest' }],
    [{}, { archive: '1' }],
    [{ archive: '1' }, { archive: '2' }],
    [{}, { url: 'http://b.example/' }],
    [{}, { llm_model: 'b' }],
    [{ click: ['a', 'b'] }, { click: ['b', 'a'] }],
  ])('differs for %j and %j', (one, other) => {
    expect(form(other)).not.toEqual(form(one))
  })

  test('includes the defaults of the project, wherever an option is set', () => {
    expect(form({}, { width: 5 })).toEqual(form({ width: 5 }))
    expect(form({}, { width: 5 })).not.toEqual(form({}))
    expect(form({ width: 6 }, { width: 5 })).toEqual(form({ width: 6 }))
  })

  test('leaves out what cache_ignore names, in any spelling, with what it implies', () => {
    const ignoring = (names: string, body: object = {}) => form({ cache_ignore: names, ...body })
    expect(ignoring('utm_source', { utm_source: 'a' })).toEqual(form({}))
    expect(ignoring('fullPage, width', { full_page: true, width: 5 })).toEqual(ignoring('fullPage,width'))
    expect(ignoring('headers', { header: ['a: b'] })).toEqual(ignoring('header', { headers: ['a: c'] }))
    expect(ignoring('dpr', { retina: true })).toEqual(ignoring('dpr'))
    expect(ignoring('retina', { retina: true })).toEqual(form({}))
    expect(form({ width: 5 }, { cache_ignore: 'height', height: 6 })).toEqual(
      form({ width: 5 }, { cache_ignore: 'height', height: 7 }),
    )
    expect(ignoring('width', { height: 5 })).not.toEqual(ignoring('width', { height: 6 }))
  })
})
