import { expect, test } from '@jest/globals'
import { fillPlaceholders } from './fill-placeholders.ts'
import type { Placeholder } from './placeholders.ts'
import { selectorChanges } from './selector-changes.ts'

const IMPORTED = 'p:not(:target) { color: red } @import "deeper.css";'

/** Writes CSS as it stands in a document whose page loaded a style sheet. */
async function written(
  css: string,
  within: 'style' | 'attribute' | 'xml' = 'style',
  markup = '',
  signal?: AbortSignal,
): Promise<string> {
  const placeholder: Placeholder = { kind: 'css', css, base: 'https://a.example/', within }
  const document = {
    text: `\0${JSON.stringify(placeholder)}\0`,
    kind: 'html',
    base: '',
    isMissing: false,
    unreadable: 0,
  } as const
  const files = {
    get: async (address: string) =>
      address.endsWith('/imported.css') ? { body: Buffer.from(IMPORTED) } : undefined,
    missing: (address: string) => address,
    lose: () => undefined,
    warnings: () => [],
  }
  const texts = { top: document, inner: new Map() }
  let text = ''
  for await (const chunk of fillPlaceholders(document, {
    texts,
    files,
    selectors: selectorChanges([markup]),
    readSymbols: async () => undefined,
    restoreRules: async () => undefined,
    signal,
  }))
    text += chunk
  return text
}

test.each([
  [
    'p:target, p:not(:Modal) > b { color: red }',
    'p[data-shown-target], p:not([data-shown-modal]) > b { color: red }',
  ],
  [
    '@media print { p { &:indeterminate { color: red } } }',
    '@media print { p { &[data-shown-indeterminate] { color: red } } }',
  ],
  ['x-a:state( Open ):defined {}', 'x-a[data-shown-states~="Open"]:not([data-not-defined]) {}'],
  [String.raw`x-a:state(\31 \"\<) {}`, String.raw`x-a[data-shown-states~="1\22 \3c "] {}`],
  ['@scope (:popover-open) {}', '@scope ([data-shown-popover-open]) {}'],
  ['p:/* x */target {}', 'p[data-shown-target] {}'],
])('states that elements have without an attribute become selectors of attributes: %s', async (css, text) => {
  expect(await written(css)).toBe(text)
})

test.each([
  [
    'img[src$=".svg"], a:not([ HREF ^= "a]b" i ]) > b { color: red }',
    'img:is([data-given-src$=".svg"],[src$=".svg"]:where(:not([data-given-src]))), a:not(:is([data-given-href^= "a]b" i ],[href^= "a]b" i ]:where(:not([data-given-href])))) > b { color: red }',
  ],
  [
    'p{&[style~=a]:target{}}',
    'p{&:is([data-given-style~=a],[style~=a]:where(:not([data-given-style])))[data-shown-target]{}}',
  ],
])('attributes that are compared may have their value in the page: %s', async (css, text) => {
  expect(await written(css)).toBe(text)
})

test('states that readers of the document may cause are also those of the page, where it has any', async () => {
  const css = 'a:hover, a:focus-within, a:focus::before, ::part(b):hover { color: red }'
  expect(await written(css)).toBe(css)
  expect(await written(css, 'style', '<a data-shown-hover="" data-shown-focus-within="">')).toBe(
    'a:is(:hover,[data-shown-hover]), a:is(:focus-within,[data-shown-focus-within]), a:focus::before, ::part(b):hover { color: red }',
  )
})

test.each([
  'p { animation:modal; b:target }',
  'p { animation:modal } b {}',
  String.raw`.a\:modal { color: red }`,
  '[a=":target"] { color: red }',
  'main { --m:modal } @container style(--m:modal) { p { color: red } }',
  '@supports selector(:modal) { p { color: red } }',
  'p { background: url("data:image/svg+xml,g:target{") }',
  'p { background: url(data:image/svg+xml,g:target{) }',
  'p::target-text, p:target-current, p: target, p:state() {}',
  'p:target',
  'p, x-a::part(box):target { color: red }',
  'p::after:target{color:red}',
  'a[href], a[title="/"], a[*|href="/"] { grid-template: [href] "a" [src]; }',
  'a[href="/"]',
  '@container style(--a: [src="a"]) { p { color: red } }',
])('what only looks like such a state stays: %s', async (css) => {
  expect(await written(css)).toBe(css)
})

test('states in imported style sheets become selectors of attributes', async () => {
  const [, data] = /^@import "data:text\/css;charset=utf-8;base64,(.*)";$/.exec(
    await written('@import "imported.css";'),
  )!
  expect(String(Buffer.from(data!, 'base64'))).toBe(
    'p:not([data-shown-target]) { color: red } @import "https://a.example/deeper.css";',
  )
})

test.each(['', '{}'])('many states take about as long as other pseudo-classes, before "%s"', async (end) => {
  const timeFor = async (name: string): Promise<number> => {
    const times: number[] = []
    for (let run = 0; run < 3; run += 1) {
      const start = performance.now()
      await written(name.repeat(50_000) + end)
      times.push(performance.now() - start)
    }
    return Math.min(...times)
  }
  const usual = await timeFor(':hovers')
  expect(await timeFor(':target')).toBeLessThan(20 * usual)
})

test('selectors and files keep their order', async () => {
  const rule = 'p:target{a:url(#b)}q{c:url(/d)}'
  const changed = 'p[data-shown-target]{a:url(#b)}q{c:url("https://a.example/d")}'
  expect(await written(rule.repeat(3000))).toBe(changed.repeat(3000))
  expect(await written(':target url(/d) {} p:modal {}')).toBe(
    ':target url("https://a.example/d") {} p[data-shown-modal] {}',
  )
})

test.each(['xml', 'attribute'] as const)('CSS in XML has nothing that XML forbids: %s', async (within) => {
  expect(await written('a\f{ b: "&<" } /* ]]> \u0001 \ud800 \u{1f34e} */', within)).toBe(
    'a { b: &quot;&amp;&lt;&quot; } /* ]]&gt;     \u{1f34e} */',
  )
})

test.each(['a ', '<a'])(
  'a long style sheet of %j is not written further once the signal aborts',
  async (text) => {
    const ending = new AbortController()
    const writing = written(text.repeat(500_000), 'style', '', ending.signal)
    setImmediate(() => ending.abort())
    await expect(writing).rejects.toThrow('aborted')
  },
)
