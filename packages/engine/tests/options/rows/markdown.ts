import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { page } from '../../test-engine.ts'
import { oncePerWorld, type Rows } from '../probe.ts'

const LIST = '<ul><li>one<ul><li>two</li></ul></li></ul>'
const LINK = '<p><a href="https://a.test/">https://a.test/</a></p>'
const CODE = '<pre>code</pre>'
const CELL = '<table><tr><th>a<br>b</th></tr></table>'
const PICTURE = '<h1>A <img src="https://a.test/i.png" alt="pic"></h1>'
const WORDS = '<p>aaaa bbbb cccc</p>'
const BESIDE = '<main><p>text of the page</p></main><nav>nav</nav><form>form</form><div class="toc">toc</div>'

/** For each option: options that use it, the body of a page, and a line that the document has because of it. */
type Lines = Record<string, [GivenOptions, string, string]>

/** The rows of a table are read from one document: their options do not change each other's lines. */
const tables: Lines[] = [
  {
    md_heading: [{ md_heading: 'AtxClosed' }, '<h1>A</h1>', '# A #'],
    md_list_indent: [{ md_list_indent: 'Tabs' }, LIST, '\t- two'],
    md_em: [{ md_em: '_' }, '<em>a</em>', '_a_'],
    md_escape_asterisks: [{ md_escape_asterisks: true }, 'a*b', String.raw`a\*b`],
    md_code_blocks: [{ md_code_blocks: 'Tildes' }, CODE, '~~~'],
    md_autolinks: [{ md_autolinks: false }, LINK, '[https://a.test/](https://a.test/)'],
    md_br_tables: [{ md_br_tables: true }, CELL, '| a<br>b |'],
    md_extract_metadata: [{}, '<title>T</title>', 'title: "T"'],
    md_sub: [{ md_sub: '~' }, 'H<sub>2</sub>O', 'H~2~O'],
    md_sup: [{ md_sup: '<sup>' }, 'x<sup>2</sup>', 'x<sup>2</sup>'],
    md_newline: [{ md_newline: 'Backslash' }, 'a<br>b', 'a\\'],
  },
  {
    md_list_width: [{ md_list_width: 4 }, LIST, '    - two'],
    md_escape_underscores: [{ md_escape_underscores: true }, 'a_b', String.raw`a\_b`],
    md_escape_misc: [{ md_escape_misc: true }, '1. #', String.raw`1\. \#`],
    md_code_lang: [{ md_code_lang: 'sh' }, CODE, '```sh'],
    md_default_title: [
      { md_default_title: true },
      LINK,
      '[https://a.test/](https://a.test/ "https://a.test/")',
    ],
    md_highlight: [{ md_highlight: 'Bold' }, '<mark>a</mark>', '**a**'],
    md_strip_newlines: [{ md_strip_newlines: true }, 'a\nb', 'a b'],
    md_keep_images_in: [{ md_keep_images_in: ['h1'] }, PICTURE, '# A ![pic](https://a.test/i.png)'],
    md_strip_tags: [{ md_strip_tags: ['em'] }, '<em>a</em>', 'a'],
  },
  {
    md_bullets: [{ md_bullets: '+*' }, LIST, '  * two'],
    md_preserve_tags: [
      { md_preserve_tags: ['em'] },
      'b <em onclick="1" id="c">a</em>',
      'b <em id="c">a</em>',
    ],
    md_skip_images: [{ md_skip_images: true }, '<p>a <img src="https://a.test/i.png" alt="pic"></p>', 'a'],
    md_wrap: [{ md_wrap: true }, `<p>${'aaaa '.repeat(20)}</p>`, 'aaaa aaaa aaaa aaaa'],
    markdown_options: [{ markdown_options: { strong_em_symbol: '_' } }, '<b>a</b>', '__a__'],
  },
  {
    md_pre_nav: [{ md_preprocess: true, md_pre_nav: false }, BESIDE, 'nav'],
    md_pre_forms: [{ md_preprocess: true, md_pre_forms: false }, BESIDE, 'form'],
  },
  {
    md_escape_ascii: [{ md_escape_ascii: true }, 'a!', String.raw`a\!`],
  },
  {
    md_whitespace: [{ md_whitespace: 'Strict' }, 'a   b', 'a   b'],
  },
  {
    md_wrap_width: [{ md_wrap: true, md_wrap_width: 10 }, WORDS, 'aaaa bbbb'],
  },
  {
    md_inline: [{ md_inline: true }, '<h1>A</h1><p>b</p>', 'Ab'],
  },
  {
    md_preprocess: [{ md_preprocess: true }, BESIDE, 'text of the page'],
  },
  {
    md_preset: [{ md_preset: 'Minimal' }, BESIDE, 'nav'],
  },
  {
    md_output: [{ md_output: 'Djot' }, '<b>a</b>', '*a*'],
  },
]

/** Returns the probes of a table. */
function rowsOf(table: Lines): Rows {
  const all = Object.values(table)
  const options: GivenOptions = Object.assign({}, ...all.map(([given]) => given))
  const bodies = new Set(all.map(([, body]) => `<div>${body}</div>`))
  const lines = oncePerWorld(async ({ engine }) => {
    const { body } = await engine.make({ html: page('', [...bodies].join('')), format: 'md', ...options })
    return String(body).split('\n')
  })
  return Object.fromEntries(
    Object.entries(table).map(([option, [, , line]]) => [
      option,
      {
        [`gives the line ${JSON.stringify(line)}`]: async (world) => {
          expect(await lines(world)).toContain(line)
        },
      },
    ]),
  )
}

export const markdown: Rows = {
  ...Object.assign({}, ...tables.map(rowsOf)),
  md_debug: {
    'tells what was removed': async ({ engine }) => {
      const html = page('', BESIDE)
      const { warnings } = await engine.make({ html, format: 'md', md_preset: 'Standard', md_debug: true })
      expect(warnings).toEqual([
        'Markdown: removed <nav> with 3 characters.',
        'Markdown: removed <form> with 4 characters.',
        expect.stringMatching(/^Markdown: wrote \d+ bytes\.$/),
      ])
    },
  },
  save_markdown: {
    'stores the document beside a picture, and as one body beside Markdown': async ({ engine }) => {
      const given = { html: page('', '<p>one</p>'), save_markdown: true }
      const { files, main } = await engine.make(given)
      expect([main.format, ...files.map(({ kind, extension }) => `${kind} ${extension}`)]).toEqual([
        'png',
        'markdown md',
      ])
      expect(String(files[0]!.body)).toContain('one\n')
      const both = await engine.make({ ...given, format: 'md' })
      expect(both.files.map((file) => file.body.equals(both.body))).toEqual([true])
    },
  },
}
