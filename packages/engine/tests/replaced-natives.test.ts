// Checks that renders do not depend on built-in functions that the page may have replaced.
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { isNightly, readPicture } from '@render/testkit'
import { GREEN } from './options/colours.ts'
import { shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

/** Scripts that replace built-in functions, as pages of the web or hostile pages do. */
const REPLACEMENTS = {
  // Prototype.js does this; its version ignores the map function.
  'Array.from': 'Array.from = (list) => [].slice.call(list)',
  // Pages with a clock of their own do this.
  'its clocks': 'setTimeout = setInterval = requestAnimationFrame = requestIdleCallback = () => 0',
  'the language': `
    Map = Set = Promise = Number = CustomEvent = Event = function () {}
    JSON = { stringify: () => '1', parse: () => 1 }
    Array.prototype.toJSON = () => 1
    for (const name of ['map', 'filter', 'flatMap', 'some', 'find']) Array.prototype[name] = () => []`,
  'the methods of elements': `
    Element.prototype.getBoundingClientRect = () => ({})
    Element.prototype.checkVisibility = () => false
    getComputedStyle = () => ({ position: 'fixed', display: 'none' })
    MutationObserver = IntersectionObserver = function () {}`,
}

const TURN_GREEN = 'document.body.style.background = "#0f0"'

interface Case {
  body: string
  options: GivenOptions
  /** The replacement that this case depends on; the nightly run tries all. */
  replaced: keyof typeof REPLACEMENTS
  /** Optional; a script of the page, in which `later` is the browser's own `setTimeout`. */
  script?: string
}

const CASES: Record<string, Case> = {
  'waits for the match of an XPath': {
    body: '',
    options: { wait_for_x: '//b', skip_final_delay: true },
    replaced: 'its clocks',
    script: `later(() => { document.body.append(document.createElement('b')); ${TURN_GREEN} }, 300)`,
  },
  'waits for visible matches to leave': {
    body: '<b>loading</b>',
    options: { wait_to_leave: 'b', wait_to_leave_state: 'hidden', skip_final_delay: true },
    replaced: 'the methods of elements',
    script: `later(() => { document.querySelector('b').hidden = true; ${TURN_GREEN} }, 300)`,
  },
  'clicks the match of an XPath': {
    body: `<button onclick='${TURN_GREEN}'>a</button>`,
    options: { click_x: ['//button'] },
    replaced: 'the language',
  },
  'clicks what the pointer does not reach': {
    body: `<button style="display: none" onclick='${TURN_GREEN}'>a</button>`,
    options: { click: ['button'] },
    replaced: 'the methods of elements',
  },
  'hides the match of an XPath': {
    body: '<i></i><u></u>',
    options: { hide_selector_x: '//i' },
    replaced: 'Array.from',
  },
  'hides the match of a selector': {
    body: '<i></i><u></u>',
    options: { hide_selector: 'i' },
    replaced: 'the language',
  },
  'waits for a timer of the page': {
    body: '',
    options: {},
    replaced: 'its clocks',
    script: `later(() => ${TURN_GREEN}, 600)`,
  },
  'scrolls through the page': {
    body: '<p></p><p></p><p></p>',
    options: { full_page: true },
    replaced: 'its clocks',
    script: `document.addEventListener('scroll', () => { if (scrollY > 500) ${TURN_GREEN} })`,
  },
  'captures sections of a page': {
    body: '<p></p><p></p><p></p><u></u>',
    options: { full_page: true, full_page_mode: 'stitch', max_section_height: 1000, show_seams: true },
    replaced: 'the methods of elements',
  },
}

function markup(replacement: string, { body, script = '' }: Pick<Case, 'body' | 'script'>): string {
  return `<!doctype html><style>
      html, body { margin: 0 } body { background: #f00 } p { height: 1000px; margin: 0 }
      i, u { position: absolute; inset: 0 } i { background: #f00; z-index: 1 } u { background: #0f0 }
    </style>
    <script>const later = setTimeout.bind(window); ${replacement}</script>
    <body>${body}<script>${script}</script></body>`
}

describe.each(Object.entries(CASES))('%s', (_, each) => {
  const replacements = Object.entries(REPLACEMENTS)
  test.each(replacements.filter(([name]) => isNightly || name === each.replaced))(
    'in a page that replaces %s',
    async (_, replacement) => {
      const { body, warnings } = await engine.make({ html: markup(replacement, each), ...each.options })
      const result = await readPicture(body)
      expect([result.at(320, 500), warnings]).toEqual([GREEN, []])
    },
  )
})

test('hides elements in a frame that replaces Array.from', async () => {
  const inner = markup(REPLACEMENTS['Array.from'], { body: '<i></i><u></u>' })
  const html = `<!doctype html><body style="margin: 0"><iframe style="border: 0; width: 100%; height: 900px" srcdoc='${inner.replaceAll("'", '&#39;')}'></iframe>`
  const { body } = await engine.make({ html, hide_selector: 'i' })
  expect((await readPicture(body)).at(320, 500)).toBe(GREEN)
})
