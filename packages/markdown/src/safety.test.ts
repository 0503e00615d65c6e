import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { propertySettings } from '@render/testkit'
import { convert } from './convert.ts'
import type { PageContent, Token } from './page/page-tree.ts'
import { DEFAULTS, type Settings } from './settings.ts'

const ATTACKS = [
  '<script>alert(1)</script>',
  '<b onclick=x>',
  '</p>',
  '<!--',
  '<?x',
  '[x](javascript:1)',
  '](javascript:1)',
  '[x]: javascript:1',
  '![x](javascript:1)',
  '<javascript:1>',
  '`',
  '``',
  '```',
  '~~~',
  '\\',
  '\\\\',
  '|',
  '$',
  '[',
  '!',
  '(',
  ' ',
  '\n',
  '\n\n',
  '    ',
  '#',
  '-',
  '>',
  '---',
  '*',
  '_',
  'a',
]
const TAGS =
  'p b i code pre li ul table tr td a h1 blockquote span q sup mark del math kbd x-y div em svg'.split(' ')

const attack = fc
  .array(fc.constantFrom(...ATTACKS), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(''))
const attributes = fc.record(
  {
    href: attack,
    title: attack,
    alt: attack,
    src: fc.oneof(attack, fc.constant('i.png')),
    class: attack,
    alttext: attack,
    onclick: attack,
    style: attack,
    srcdoc: attack,
  },
  { requiredKeys: [] },
)
const page = fc
  .array(
    fc.oneof(
      attack,
      attack,
      fc.tuple(fc.constantFrom(...TAGS, 'img', 'br'), attributes),
      fc.constant(0 as const),
      fc.constant(0 as const),
    ),
    { maxLength: 25 },
  )
  .map((tokens): PageContent => ({
    base: 'https://site.test/',
    head: { title: '<script>x</script> [x](javascript:1)', meta: [['<b>', '`<script>`']] },
    tokens: tokens as Token[],
  }))
const settings = fc.record({
  language: fc.constantFrom<Settings['language']>('Markdown', 'Djot', 'Plain'),
  codeBlocks: fc.constantFrom<Settings['codeBlocks']>('Backticks', 'Tildes', 'Indented'),
  escapeMisc: fc.boolean(),
  escapeAscii: fc.boolean(),
  isInline: fc.boolean(),
  breaksInTables: fc.boolean(),
  keepsSpaces: fc.boolean(),
  wrapWidth: fc.constantFrom(Infinity, 10),
  listIndent: fc.constantFrom<Settings['listIndent']>('Spaces', 'Tabs'),
  listWidth: fc.constantFrom(1, 2, 4, 8),
  heading: fc.constantFrom<Settings['heading']>('Atx', 'AtxClosed', 'Underlined'),
  preserveTags: fc.constantFrom<string[]>([], ['span', 'a', 'img', 'x-y', 'pre', 'svg']),
  sup: fc.constantFrom('', '^', '<sup>'),
})

/** The elements that a document without markup of the page's own consists of. */
const EXPECTED =
  `p h1 h2 h3 h4 h5 h6 em strong del a img code pre blockquote ul ol li table thead tbody tr th td hr br input
  mark sup`.split(/\s+/)

/** GitHub's own reader hides some elements; others do not. */
const unfiltered = gfmHtml()
for (const name of ['htmlFlowData', 'htmlTextData'] as const) delete unfiltered.exit![name]

function render(markdown: string): string {
  return micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [unfiltered],
  })
}

/** Lists what a browser would find in a document that it must not have. */
function dangersIn(markdown: string, preserved: readonly string[] = []): string[] {
  const html = render(markdown)
  const expected = new Set([...EXPECTED, ...(preserved.length > 0 ? TAGS : [])])
  const dangers: string[] = []
  const visit = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('tagName' in node) {
      if (!expected.has(node.tagName)) dangers.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (/^on|^srcdoc$/.test(name)) dangers.push(name)
        if ((name === 'href' || name === 'src') && /^\s*(?:javascript|vbscript|data):/i.test(value))
          dangers.push(value)
      }
    }
    if (node.nodeName === '#comment') dangers.push('comment')
    if ('childNodes' in node) for (const child of node.childNodes) visit(child)
  }
  visit(parseFragment(html))
  return dangers
}

test('no text of a page becomes markup or a link to code, whatever the settings', () => {
  fc.assert(
    fc.property(page, settings, (page, changes) => {
      const { text } = convert(page, { ...DEFAULTS, ...changes }, 100_000)
      const dangers = dangersIn(text, changes.preserveTags)
      if (dangers.length > 0) throw new Error(`${dangers.join(' ')} in:\n${text}`)
    }),
    propertySettings({ numRuns: 400 }),
  )
})

test('the check finds what an unescaped text would do', () => {
  expect(dangersIn('<script>1</script>\n\n[x](javascript:1)')).toEqual(['<script>', 'javascript:1'])
})

describe('an emphasis', () => {
  interface Span {
    tag: 'em' | 'strong' | 'del'
    children: (Span | string)[]
  }

  const word = fc.constantFrom('a', 'bc', ' ', 'd e', '.', '"', '(', ' x', 'y ', '中', '「')
  const { tree } = fc.letrec<{ tree: Span }>((tie) => ({
    tree: fc.record({
      tag: fc.constantFrom('em', 'strong', 'del'),
      children: fc.array(fc.oneof({ maxDepth: 2 }, word, tie('tree')), { minLength: 1, maxLength: 3 }),
    }),
  }))

  const tokensOf = (node: Span | string): Token[] =>
    typeof node === 'string' ? [node] : [[node.tag], ...node.children.flatMap(tokensOf), 0]

  test('leaves no marks in the text', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(word, tree), { minLength: 1, maxLength: 4 }), (nodes) => {
        const tokens: Token[] = [['p'], 'x', ...nodes.flatMap(tokensOf), 'z', 0]
        const { text } = convert({ head: { meta: [] }, tokens }, DEFAULTS, 10_000)
        const html = render(text)
        const left = html.replaceAll(/<[^>]*>/g, '')
        if (/[*_~]/.test(left)) throw new Error(`${text} reads ${html}`)
      }),
      propertySettings({ numRuns: 400 }),
    )
  })
})
