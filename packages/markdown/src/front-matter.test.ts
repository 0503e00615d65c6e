import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { writeFrontMatter } from './front-matter.ts'

function entriesOf(text: string): unknown {
  expect(text).toMatch(/^---\n[^]*\n---\n$/)
  return parse(text.slice(4, -4), { version: '1.2' })
}

test('values that mean something to YAML or Markdown are the same when they are read', () => {
  const awkward = [
    'A: "q" # - [x]',
    '- item',
    '{a: b}',
    '<script>alert(1)</script>',
    '[x](javascript:1)',
    '\u2028 \u0085 \uFEFF\\',
    "it's",
    '`code`',
    '😀',
  ]
  for (const title of awkward) {
    const text = writeFrontMatter({ title, meta: [['og:title', title]] })
    const expected = title.replaceAll(/\s+/g, ' ').trim()
    expect(entriesOf(text)).toEqual({ title: expected, 'meta-og:title': expected })
    expect(text).not.toMatch(/<script|\]\(/)
  }
})

test('keys are sorted, and the first of two counts', () => {
  const meta: [string, string][] = [
    ['Description', 'one'],
    ['description', 'two'],
    ['a b', 'c'],
    ['empty', ' '],
  ]
  const text = writeFrontMatter({ title: 'T', base: 'https://b.test/', canonical: 'https://c.test/', meta })
  expect(text.split('\n').slice(1, -2)).toEqual([
    'base: "https://b.test/"',
    'canonical: "https://c.test/"',
    '"meta-a b": "c"',
    'meta-description: "one"',
    'title: "T"',
  ])
})

test('a lone half of a character is replaced', () => {
  expect(entriesOf(writeFrontMatter({ title: 'a\uD800', meta: [] }))).toEqual({ title: 'a\uFFFD' })
})

test('nothing is written for a head that says nothing', () => {
  expect(writeFrontMatter({ meta: [] })).toBe('')
})
