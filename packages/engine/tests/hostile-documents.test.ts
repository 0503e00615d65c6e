import { afterAll, beforeAll, test } from '@jest/globals'
import { nightly } from '@render/testkit'
import { USES_OF_USES } from './hostile/endless-drawings.ts'
import { crash, failure, memoryOrTimeout, picture } from './hostile/outcome.ts'
import {
  leaveNothing,
  outlive,
  PROMISED_GRACE_MS,
  startSiege,
  type Attack,
  type Siege,
} from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
beforeAll(async () => {
  siege = { ...(await startSiege()), graceMs: PROMISED_GRACE_MS }
})
afterAll(() => leaveNothing(siege))

const bomb = page('', `<svg>${USES_OF_USES}</svg>`)
const pages = page('p { break-after: page }', '<p>x'.repeat(20_000))
const table = page(
  '',
  `<table></table><script>
    setInterval(() => document.querySelector('table').insertRow().insertCell().append('x'), 1)
  </script>`,
)
const hangs = page('', 'x<script>onbeforeprint = () => { for (;;); }</script>')
const deep = '<div style="filter: blur(50px); backdrop-filter: blur(50px)">'.repeat(1000)
const nested = page(
  '',
  `<main></main><script>
    let inner = document.querySelector('main')
    for (let depth = 0; depth < 200000; depth += 1) inner = inner.appendChild(document.createElement('i'))
    inner.append('x')
  </script>`,
)
const long = page(
  '',
  `<p></p><script>document.querySelector('p').append('<a \`*_ [x](y) '.repeat(400000))</script>`,
)
const wide = page('', `<table>${'<tr><td colspan=1000000000 rowspan=1000000000>x'.repeat(2000)}</table>`)
const templates = { pdf_show_header: true, pdf_show_footer: true }

const crowds: Record<string, Attack[]> = {
  'that take for ever to print': [
    [{ format: 'pdf', html: pages }, memoryOrTimeout],
    [{ format: 'pdf', html: bomb }, memoryOrTimeout],
    [{ format: 'svg', html: bomb }, memoryOrTimeout],
    [{ format: 'pdf', html: hangs }, memoryOrTimeout],
  ],
  'that are deep, long or wide to read': [
    [{ format: 'md', html: nested }, crash('renderer')],
    [{ format: 'md', html: long }, picture],
    [{ format: 'md', html: wide }, picture],
    [{ format: 'md', html: table }, picture],
  ],
  ...nightly<Attack[]>({
    'that grow, or have templates that are hard to draw': [
      [{ format: 'pdf', html: table }, picture],
      [{ format: 'pdf', html: 'x', pdf_header: deep, ...templates }, failure('EngineResponseNotOkError')],
      [{ format: 'mhtml', html: table }, picture],
      [{ format: 'html', html: table }, picture],
    ],
  }),
}

test.each(Object.entries(crowds))('the neighbours of documents %s succeed', (_, attacks) =>
  outlive(siege, ...attacks),
)
