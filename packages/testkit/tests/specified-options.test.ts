import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from '@jest/globals'
import { describeOptions, parseOptions, type OptionDescription } from '@render/options'
import * as specification from '../src/options/specified-options.ts'

const described = new Map(describeOptions().map((option) => [option.name as string, option]))
const { enums, flags, intLike, lists, numberLike, others, strictBooleans, strings } = specification

/** Returns the value of an option after parsing. */
function parsed(name: string, value: unknown): unknown {
  const { options } = parseOptions({ html: 'x', [name]: value })
  return options[name as keyof typeof options]
}

function accepts(name: string, value: unknown): boolean {
  try {
    return parsed(name, value) !== undefined
  } catch {
    return false
  }
}

/** Runs a check of each option; fails with the reasons of all options that do not pass. */
function checkEach(names: readonly string[], check: (name: string) => void): void {
  const failures = names.flatMap((name) => {
    try {
      check(name)
      return []
    } catch (error) {
      return [`${name}: ${stripVTControlCharacters(String(error)).replaceAll(/\s+/g, ' ')}`]
    }
  })
  expect(failures).toEqual([])
}

function sample({ minimum = 0, kind, examples }: OptionDescription): number {
  if (examples) return examples.map(Number).find((each) => !Number.isNaN(each)) ?? 2
  return kind === 'number' ? minimum + 1 : minimum
}

describe('section 2.2 of the specification', () => {
  test('is covered completely and transcribed without duplicates', () => {
    const names = [...strictBooleans, ...flags, ...intLike, ...numberLike, ...strings, ...lists, ...others]
    const all = [...names, ...Object.keys(enums)]
    expect(all.filter((name) => !described.has(name))).toEqual([])
    expect(all).toHaveLength(new Set(all).size)
    expect(all.length).toBeGreaterThan(380)
  })

  test('does not contain only these options of the table', () => {
    const all = new Set([
      ...strictBooleans,
      ...flags,
      ...intLike,
      ...numberLike,
      ...strings,
      ...lists,
      ...others,
      ...Object.keys(enums),
    ])
    const beside = [...described.keys()].filter((name) => !all.has(name) && !name.startsWith('watermark_'))
    expect(beside.toSorted()).toEqual(['accept_dialogs', 'custom_id', 'referer', 'referrer'])
  })

  test('enums accept only their values', () =>
    checkEach(Object.keys(enums), (name) => {
      const values = enums[name]!
      expect(values.filter((value) => !accepts(name, value))).toEqual([])
      for (const value of values) expect(accepts(name, value.toUpperCase())).toBe(true)
      expect(accepts(name, 'no such word')).toBe(false)
      expect(accepts(name, true)).toBe(false)
      const known = new Set(values.map((value) => parsed(name, value)))
      expect(described.get(name)).toMatchObject({ kind: 'enum' })
      expect(new Set(described.get(name)!.values)).toEqual(known)
    }))

  test('strict booleans accept only true and false', () =>
    checkEach(strictBooleans, (name) => {
      expect([true, false].map((value) => parsed(name, value))).toEqual([true, false])
      for (const value of ['true', 1, 0, 'yes', '']) expect(accepts(name, value)).toBe(false)
    }))

  test('flags accept true and false as booleans, numbers and words', () =>
    checkEach(flags, (name) => {
      for (const value of [true, 1, 'true', 'True', 'yes', 'ON', '1']) expect(parsed(name, value)).toBe(true)
      for (const value of [false, 0, 'false', 'False', 'no', 'off', '0', ''])
        expect(parsed(name, value)).toBe(false)
      if (name !== 'watermark') expect(accepts(name, 'perhaps')).toBe(false)
      expect(accepts(name, {})).toBe(false)
    }))

  test('headless accepts shell or a flag', () => {
    expect(['shell', 'Shell', true, '0'].map((value) => parsed('headless', value))).toEqual([
      'shell',
      'shell',
      true,
      false,
    ])
    expect(accepts('headless', 'window')).toBe(false)
  })

  test('integers accept a number and its text', () =>
    checkEach(intLike, (name) => {
      const number = sample(described.get(name)!)
      expect(accepts(name, number)).toBe(true)
      expect(parsed(name, String(number))).toEqual(parsed(name, number))
      for (const value of [true, [], 'abc', '', Number.NaN]) expect(accepts(name, value)).toBe(false)
    }))

  test('numbers accept a number and its text', () =>
    checkEach(numberLike, (name) => {
      const number = sample(described.get(name)!)
      expect(accepts(name, number)).toBe(true)
      expect(parsed(name, String(number))).toEqual(parsed(name, number))
      for (const value of [true, [], {}]) expect(accepts(name, value)).toBe(false)
    }))

  test('strings accept only text', () =>
    checkEach(strings, (name) => {
      const [example = 'white'] = described.get(name)!.examples ?? described.get(name)!.values ?? []
      expect(accepts(name, example)).toBe(true)
      for (const value of [true, [], {}, 'a\0b']) expect(accepts(name, value)).toBe(false)
    }))

  test('lists accept one text or several', () =>
    checkEach(lists, (name) => {
      const example = String(described.get(name)!.examples?.[0] ?? 'a')
      expect(parsed(name, example)).toEqual(parsed(name, [example]))
      expect(parsed(name, [example, example])).toHaveLength(2)
      for (const value of [true, [{}], 'a\0b']) expect(accepts(name, value)).toBe(false)
    }))

  test('llm_schema accepts a list of strings, a string or any object', () => {
    for (const value of [['a', 'b'], 'yes or no', { type: 'object', properties: { a: {} } }])
      expect(parsed('llm_schema', value)).toEqual(value)
    for (const value of [[1], 3, true]) expect(accepts('llm_schema', value)).toBe(false)
  })

  test('thumbnails', () => {
    const { values, others } = specification.thumbnailMembers
    const fields = described.get('thumbnails')!.fields!
    expect(fields.map(({ name }) => name).toSorted()).toEqual([...Object.keys(values), ...others].toSorted())
    for (const [member, words] of Object.entries(values))
      for (const word of words) expect(accepts('thumbnails', [{ width: 5, [member]: word }])).toBe(true)
    expect(
      accepts(
        'thumbnails',
        Array.from({ length: 5 }, (_, at) => ({ width: at + 1 })),
      ),
    ).toBe(true)
    expect(
      accepts(
        'thumbnails',
        Array.from({ length: 6 }, (_, at) => ({ width: at + 1 })),
      ),
    ).toBe(false)
    expect(accepts('thumbnails', [{ width: 1, key: 'x'.repeat(10) }])).toBe(true)
    expect(accepts('thumbnails', [{ width: 1, key: 'x'.repeat(11) }])).toBe(false)
    for (const member of ['width', 'height', 'size']) {
      for (const size of [1, '1', 0.5]) {
        if (member !== 'size' || size !== 0.5) expect(accepts('thumbnails', [{ [member]: size }])).toBe(true)
      }
      for (const size of [0, '0', -1, 'x']) expect(accepts('thumbnails', [{ [member]: size }])).toBe(false)
    }
  })

  test('video_scroll_to', () => {
    const fields = described.get('video_scroll_to')!.fields!
    expect(fields.map(({ name }) => name)).toEqual(specification.scrollMembers)
    const items = (length: number) => Array.from({ length }, () => ({ wait: '5', ease: 'bounce.inout' }))
    expect([0, 1, 50, 51].map((length) => accepts('video_scroll_to', items(length)))).toEqual([
      false,
      true,
      true,
      false,
    ])
    for (const item of [{ other: 1 }, { selector: '' }, { text: '' }, { offset: 'x' }])
      expect(accepts('video_scroll_to', [item])).toBe(false)
  })

  test('markdown_options', () => {
    const fields = described.get('markdown_options')!.fields!
    const inner = fields.find(({ name }) => name === 'preprocessing')!.fields!
    expect(fields.map(({ name }) => camelCase(name)).toSorted()).toEqual(
      specification.markdownMembers.toSorted(),
    )
    expect(inner.map(({ name }) => camelCase(name)).toSorted()).toEqual(
      specification.preprocessingMembers.toSorted(),
    )
    for (const word of ['*', '_'])
      expect(parsed('markdown_options', { strongEmSymbol: word })).toEqual({ strong_em_symbol: word })
    expect(parsed('markdown_options', { preprocessing: { removeForms: 'no' }, wrapWidth: '80' })).toEqual({
      preprocessing: { remove_forms: false },
      wrap_width: 80,
    })
  })

  test('retry_with', () => {
    const fields = described.get('retry_with')!.fields!
    expect(fields.map(({ name }) => name).toSorted()).toEqual(specification.retryMembers.toSorted())
    const nulls = Object.fromEntries(specification.retryMembers.map((member) => [member, null]))
    expect(parsed('retry_with', nulls)).toEqual([nulls])
    expect(parsed('retry_with', [{ wait_until: 'networkidle0' }, { media: 'print' }])).toEqual([
      { wait_until: 'requestsfinished' },
      { media: 'print' },
    ])
  })
})

function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())
}
