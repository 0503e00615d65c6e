// Compares pages whose markup alone does not show what they show with their files, opened without network.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { differingShare } from '@render/testkit'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'
import { startOfflineBrowser, type OfflineBrowser } from './open-offline.ts'
import { siteFiles, startSite, type Answers, type Site } from './self-contained-site.ts'

const VIEWPORT = { width: 480, height: 720 }
const svg = (content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${content}</svg>`
/** Adds markup that a parser would change: each element is `[name, attributes, ...content]`. */
const build = (tree: unknown) => `<script>
  const make = ([name, attributes, ...content]) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
    element.append(...content.map((each) => (typeof each === 'string' ? each : make(each))))
    return element
  }
  document.body.append(make(${JSON.stringify(tree)}))
</script>`

const PAGES: Record<string, string> = {
  'references within drawings, with a base address': page(
    'svg { display: block }',
    `<base href="/styles/">${svg(`width="300" height="150"><linearGradient id="a"><stop stop-color="lime"/><stop offset="1" stop-color="blue"/></linearGradient>
    <linearGradient id="b" xlink:href="#a"/><linearGradient id="c" href="#a" x2="0" y2="1"/><rect width="90" height="60" fill="url(#b)"/><rect x="100" width="90" height="60" fill="url(#c)"/>
    <pattern id="d" width="9" height="9" patternUnits="userSpaceOnUse"><circle r="5" fill="red"/></pattern><pattern id="e" href="#d" patternTransform="scale(2)"/><rect x="200" width="90" height="60" fill="url(#e)"/>
    <path id="p" d="M0 120H280"/><text font-size="30"><textPath href="#p">along a path</textPath></text>`)}`,
  ),
  'references within drawings, without one': page(
    'svg { display: block }',
    svg(
      `width="120" height="90"><filter id="f" x="0" y="0" width="1" height="1"><feImage href="#shape"/></filter>
    <defs><circle id="shape" cx="40" cy="40" r="30" fill="teal"/></defs><rect width="90" height="90" filter="url(#f)"/>`,
    ),
  ),
  'trees that a parser would change': page(
    `a { color: teal; border: 2px solid; display: block; padding: 5px } p { margin: 20px 0; color: navy } p div + div { color: red } button { padding: 6px } p > button { color: red } button button { background: gold }
    td { border: 1px solid } .block { background: pink } li { padding: 4px; border: 1px solid } .f { padding: 4px; border: 1px solid green } .row tr { background: lime } h1 { font-size: 20px; margin: 2px }`,
    build([
      'section',
      {},
      ['a', { href: '#o' }, 'outer', ['div', {}, ['a', { href: '#i' }, 'inner'], 'after']],
      ['p', {}, 'text', ['div', {}, 'one'], ['div', {}, 'two'], 'rest'],
      ['p', {}, ['button', {}, ['div', {}, 'in a button']]],
      ['button', {}, 'outer', ['button', {}, 'inner'], 'after'],
      [
        'table',
        {},
        ['tr', {}, ['td', {}, 'cell'], ['div', { class: 'block' }, 'block']],
        ['div', {}, 'in a table'],
        'text',
      ],
      ['ul', {}, ['li', {}, 'item', ['li', {}, 'in an item'], 'after']],
      ['form', { class: 'f' }, 'form', ['form', { class: 'f' }, 'in a form'], 'after'],
      ['div', { class: 'row' }, ['tr', {}, ['td', {}, 'a'], ['td', {}, 'b']]],
      ['h1', {}, 'one', ['h1', {}, 'two'], 'after'],
    ]),
  ),
  'what is in the top layer': page(
    `[popover] { opacity: 0; scale: 0; inset: 20px auto auto 20px } [popover]:popover-open { opacity: 1; scale: 1; background: gold }
    dialog { background: pink; color: transparent } dialog:modal { color: green; border: 5px solid teal } dialog::backdrop { background: rgba(0, 0, 80, 0.5) }`,
    `<p>behind</p><dialog>modal</dialog><div popover id="pop">popover</div><script>document.querySelector('dialog').showModal(); document.getElementById('pop').showPopover()</script>`,
  ),
  'values that look like code': page(
    '[on], [on-dark] { color: teal } [data-title^="Java"] { background: gold }',
    `<p on>on</p><p on-dark="1">dark</p><p data-title="JavaScript: basics">title</p><object data="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==" width="60" height="40"></object>`,
  ),
}

let engine: TestEngine
let browser: OfflineBrowser
let site: Site
beforeAll(async () => {
  const pages: Answers = Object.fromEntries(
    Object.values(PAGES).map((html, index) => [`/page/${index}`, ['text/html; charset=utf-8', html]]),
  )
  ;[engine, browser, site] = await Promise.all([
    shareTestEngine(),
    startOfflineBrowser(),
    siteFiles().then((files) => startSite({ ...files, ...pages })),
  ])
})
afterAll(async () => {
  await Promise.all([engine, browser, site].map((each) => each[Symbol.asyncDispose]()))
})

test.each(Object.keys(PAGES))('%s', async (name) => {
  const url = `${site.url}/page/${Object.keys(PAGES).indexOf(name)}`
  const { body, files, warnings } = await engine.make({ url, save_html: true, full_html: true, ...VIEWPORT })
  const [html] = files
  await using opened = await browser.open('page.html', html!.body, VIEWPORT)
  expect({ warnings, asked: opened.asked }).toEqual({ warnings: [], asked: [] })
  expect(await differingShare(opened.picture, body)).toBeLessThan(0.0002)
})
