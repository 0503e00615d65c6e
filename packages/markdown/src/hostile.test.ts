import { expect, test } from '@jest/globals'
import { convert } from './convert.ts'
import type { Token } from './page/page-tree.ts'
import { DEFAULTS } from './settings.ts'

const MEGABYTE = 1024 ** 2

function open(name: string, count: number): Token[] {
  return Array.from({ length: count }, (): Token => [name])
}

/** Pages whose conversion would never end, or would not fit into memory, if work grew with the square of their size. */
const pages: Record<string, Token[]> = {
  'elements in elements': [...open('div', 200_000), 'deep'],
  'quotes in quotes': [...open('blockquote', 50_000), 'deep\n'.repeat(50_000)],
  'lists in lists': [
    ...open('ul', 1),
    ...Array.from({ length: 20_000 }, (): Token[] => [['li'], 'x', ['ul']]).flat(),
  ],
  'emphasis side by side': [
    ['p'],
    ...Array.from({ length: 50_000 }, (): Token[] => ['x', ['em'], '"', 0]).flat(),
  ],
  'emphasis in emphasis': [
    ['p'],
    ...Array.from({ length: 50_000 }, (): Token[] => [['em'], ['b'], 'x']).flat(),
  ],
  'raised digits side by side': [
    ['p'],
    ...Array.from({ length: 200_000 }, (): Token[] => ['1', ['sup'], '2', 0]).flat(),
  ],
  'copies in copies': [
    ['p'],
    ...Array.from({ length: 200 }, (): Token[] => [['b', { 'aria-hidden': 'true' }], 'x', 0, ['b']]).flat(),
    ...Array.from({ length: 200_000 }, (): Token[] => [['br'], 0]).flat(),
    'x',
  ],
  'pictures that are nearly emoji': [['img', { src: '/x', alt: `${'👍🏽'.repeat(1000)}x` }]],
  'one long text': [['p'], '<a [x](y) `*_ '.repeat(400_000)],
  'blanks only': [['p'], `a${' '.repeat(5_000_000)}b`, ['b'], ' \n'.repeat(2_500_000)],
  brackets: [
    ['a', { href: `/${'('.repeat(1_000_000)}`, title: '"\\'.repeat(1_000_000) }],
    '['.repeat(1_000_000),
  ],
  'code after a blank': [['code'], ` ${'a'.repeat(1_000_000)}`],
  backticks: [['code'], '` `` '.repeat(1_000_000)],
  'wide and tall cells': [
    ['table'],
    ...Array.from({ length: 2000 }, (): Token[] => [
      ['tr'],
      ['td', { colspan: '1000000000', rowspan: '1000000000' }],
      'x',
      0,
      0,
    ]).flat(),
  ],
  'paragraphs beside each other': [
    ['div'],
    ...Array.from({ length: 100_000 }, (): Token[] => [['p'], 'x', 0]).flat(),
  ],
  'lines beside each other': [
    ['b'],
    ...Array.from({ length: 100_000 }, (): Token[] => [['br'], 0, 'x']).flat(),
  ],
  'tables in tables': Array.from({ length: 5000 }, (): Token[] => [['table'], ['tr'], ['td'], 'x']).flat(),
}

test.each(Object.entries(pages))('a page of %s is converted within the limit', (_, tokens) => {
  const { text } = convert({ head: { meta: [] }, tokens }, { ...DEFAULTS, wrapWidth: 80 }, MEGABYTE)
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MEGABYTE)
  expect(text).not.toBe('')
})

test('a page that is Markdown itself is cut between lines', () => {
  const page = { head: { meta: [] }, tokens: [['pre'], 'a\n\n*b*\n~~c~~\n', 0] as Token[], isMarkdown: true }
  expect(convert(page, DEFAULTS, 100)).toEqual({ text: 'a\n\n*b*\n~~c~~\n', isCut: false, notes: [] })
  expect(convert(page, DEFAULTS, 10)).toEqual({ text: 'a\n\n*b*\n', isCut: true, notes: [] })
})
