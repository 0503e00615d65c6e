import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Examples of what GitHub adds to CommonMark. */
const GITHUB = [
  '| a | b |\n| --- | --- |\n| c | d |',
  '| a | b |\n| :-: | --: |\n| c \\| d | `e \\| f` |',
  '| a |\n| --- |\n| **b** *c* [d](e) |\n\ntext',
  '| a | b |\n| --- | --- |\n| c |\n| d | e | f |',
  '| a | b |\n| --- | --- |\n> quote',
  '- a\n\n  | b | c |\n  | - | - |\n  | d | e |\n- f',
  '~~Hi~~ Hello, ~there~ world!',
  'This ~~has a\n\nnew paragraph~~.',
  '**a ~~b~~** ~~*c*~~ d~~e~~f',
  '- [ ] foo\n- [x] bar',
  '- [x] foo\n  - [ ] bar\n  - [x] baz\n- [ ] bim',
  '1. [ ] a\n2. [x] b',
  'www.example.com and https://example.com/a?b=c&d',
  'Visit (www.example.com/help), a@b.example.com.',
  'Text[^1] and [^two].\n\n[^1]: Note\n\n[^two]: More\n\n    lines',
]

/** The Markdown of the examples of the CommonMark specification, and of what GitHub adds. */
export function readExamples(): string[] {
  const path = fileURLToPath(import.meta.resolve('commonmark-spec/spec.txt'))
  const text = readFileSync(path, 'utf8').replaceAll('→', '\t')
  const blocks = text.matchAll(/^`{32} example.*\n([^]*?)^\.\n[^]*?^`{32}$/gm)
  return [...Array.from(blocks, ([, markdown]) => markdown!), ...GITHUB]
}
