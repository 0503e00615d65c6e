import { expect } from '@jest/globals'
import { isNightly, readPicture } from '@render/testkit'
import { page } from '../../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from '../colours.ts'
import { CONSENT } from './listed.ts'
import { probeEach, type Rows } from '../probe.ts'

const SQUARES = page(
  'p { width: 100px; height: 100px; margin: 0; background: #f00 } p b { visibility: visible; background: #0f0; display: block; height: 50px }',
  `<p class="ad"><b></b></p><p></p><script>onload = () => setTimeout(() => document.body.append(Object.assign(document.createElement('p'), { className: 'ad' })), 300)</script>`,
)

/** Returns a green page with a bar at its top, under the markup `over`. */
const under = (style: string, over: string) =>
  page(
    `body { background: #0f0; height: 3000px } header { position: fixed; top: 0; width: 100%; height: 60px; background: #00f; z-index: 10 } ${style}`,
    `<header>Menu</header><p>${'Words of the page. '.repeat(50)}</p>${over}`,
  )
const BOX =
  'position: fixed; z-index: 1000; left: 440px; top: 300px; width: 400px; height: 400px; background: #f00'
const POPOVER = 'div { width: 1000px; height: 400px; background: #f00 }'
const SHOWN_POPOVER =
  '<div popover>Subscribe!</div><script>document.querySelector("div").showPopover()</script>'
const POPUPS: Record<string, string> = {
  'a box over a page that is dimmed': under(
    `html, body { overflow: hidden } i { position: fixed; inset: 0; z-index: 999; background: #000a } b { ${BOX} }`,
    '<i></i><b>Subscribe!</b>',
  ),
  'one within the other': under(
    `i { position: fixed; inset: 0; z-index: 999; background: #000a } b { ${BOX} }`,
    '<i><b>Subscribe!</b></i>',
  ),
  'one over wrappers with orders of their own': under(
    `body { position: relative; z-index: -1 } p { z-index: 9999 } b { ${BOX}; left: 140px; width: 1000px }`,
    '<b>Subscribe!</b>',
  ),
  'a large box alone': under(`b { ${BOX}; left: 140px; width: 1000px }`, '<b>Subscribe!</b>'),
  'a box in a shadow tree': under(
    'p { position: relative }',
    `<news-popup><template shadowrootmode="open"><b style="${BOX}; left: 140px; width: 1000px; z-index: auto"><slot></slot></b></template>Subscribe!</news-popup>`,
  ),
  'a modal dialog': under(
    'dialog { width: 400px; height: 400px; background: #f00 }',
    '<dialog>Subscribe!</dialog><script>document.querySelector("dialog").showModal()</script>',
  ),
  'a popover over a page with an order of its own': under(
    `p { position: relative; z-index: 1 } ${POPOVER}`,
    SHOWN_POPOVER,
  ),
  'a popover as large as the viewport': under(
    `${POPOVER} div { width: 100%; height: 100%; max-width: none; max-height: none; border: 0 }`,
    SHOWN_POPOVER,
  ),
  'one that comes on scrolling': under(
    `b { ${BOX}; left: 140px; width: 1000px; display: none }`,
    '<b>Subscribe!</b><script>onscroll = () => (document.querySelector("b").style.display = "block")</script>',
  ),
}

const SCROLLED = { scroll_to: 100, width: 1280, height: 1024 }

/** Pages of 640x512 whose layers are their own, with points of the layers in green and blue. */
const LAYERED: Record<string, [html: string, green: [number, number], blue?: [number, number]]> = {
  'a background behind a low page': [
    page(
      `div { position: fixed; inset: 0; z-index: -1; background: #0f0 } nav { position: fixed; inset: 0 0 auto; height: 60px; z-index: 9; background: #00f }`,
      '<div></div><nav>Home</nav><main style="margin-top: 100px">Words of the page.</main>',
    ),
    [10, 400],
    [600, 30],
  ],
  'a picture that the page is scrolled over': [
    page(
      `div { position: fixed; inset: 0 0 auto; height: 400px; background: #0f0 } nav { position: fixed; inset: 0 0 auto; height: 60px; z-index: 9; background: #00f }
      main { position: relative; z-index: 1; margin-top: 300px; height: 2000px; background: #fff }`,
      '<nav>Home</nav><div><h1>Welcome</h1></div><main>Words of the page.</main>',
    ),
    [10, 200],
    [600, 30],
  ],
  'a card that is all there is over a background': [
    page(
      `i { position: fixed; inset: 0; z-index: -1; background: #00f } div { position: absolute; z-index: 1; inset: 20px 120px; background: #0f0 }`,
      '<i></i><div>Sign in</div>',
    ),
    [320, 300],
    [10, 10],
  ],
  'an application in a shadow tree': [
    page(
      '',
      `<my-app><template shadowrootmode="open"><nav>Menu</nav>
        <main style="position: fixed; inset: 0; z-index: 5; background: #0f0">${'<p>Words of the page.</p>'.repeat(40)}</main>
      </template></my-app>`,
    ),
    [600, 500],
  ],
  'a high bar above the page': [
    page(
      `header { position: fixed; inset: 0 0 auto; height: 180px; z-index: 5; background: #0f0 } main { margin-top: 180px; height: 2000px }`,
      `<header>Shop</header><main>${'Words of the page. '.repeat(50)}</main>`,
    ),
    [600, 150],
  ],
}

/** A click handler that turns a red page green, from the page or from a frame. */
const ACCEPT = "parent.postMessage('accepted', '*'); this.closest('[data-banner]').remove()"
const BANNER = 'position: fixed; bottom: 0; left: 0; right: 0; height: 200px; background: #ccc'
const banner = (text: string, buttons: string, attributes = '') =>
  `<div data-banner style="${BANNER}" ${attributes}><p>${text}</p>${buttons}</div>`
const refuse = (label: string) => `<button onclick="parent.postMessage('refused', '*')">${label}</button>`
const accept = (label: string, attributes = '') =>
  `<button onclick="${ACCEPT}" ${attributes}>${label}</button>`
const ENGLISH = banner('We use cookies.', refuse('Reject all') + accept('Accept all cookies'))
const BANNERS: Record<string, string> = {
  OneTrust: `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" data-banner style="${BANNER}"><p>Cookies</p>${refuse('No')}${accept('Yes', 'id="onetrust-accept-btn-handler"')}</div></div>`,
  'one in English': ENGLISH,
  'one in German': banner('Wir verwenden Cookies.', refuse('Nur notwendige') + accept('Alle akzeptieren')),
  'one in French': banner('Nous utilisons des cookies.', refuse('Refuser') + accept('Tout accepter')),
  'one in Japanese': banner('クッキーを使用します。', refuse('拒否') + accept('同意する')),
  'one in the flow of the page': `<div data-banner class="site-cookies"><p>We use cookies.</p>${accept('Accept')}</div>`,
  'one whose buttons are other elements': banner(
    'We use cookies.',
    `<a href="/terms">I accept</a> <div tabindex="0" onclick="${ACCEPT}">Accept all</div>`,
  ),
  'one whose handler is its own': `<script>onclick = ({ target }) => target.matches('b') && parent.postMessage('accepted')</script>${banner('We use cookies.', '<b style="cursor: pointer">Got it!</b>')}`,
  'one in a shadow tree': `<div><template shadowrootmode="open">${ENGLISH}</template></div>`,
  'one in a frame': `<iframe srcdoc='${ENGLISH.replaceAll("'", '&#39;')}' style="${BANNER}; width: 100%"></iframe>`,
}
const asking = (markup: string) =>
  page(
    'body { background: #f00 }',
    `<h1>Page</h1><script>onmessage = ({ data }) => (document.body.style.background = data === 'accepted' ? '#0f0' : '#00f')</script>${markup}`,
  )

export const hiding: Rows = {
  click_accept: {
    ...probeEach(
      CONSENT,
      (path) => `clicks the accept button of ${path}`,
      (path) =>
        async ({ picture, origin }) => {
          const accepted = await picture({ url: origin.url + path, click_accept: true })
          expect(accepted.at(320, 100)).toBe(GREEN)
        },
    ),
    ...probeEach(
      Object.entries(BANNERS),
      ([name]) => `clicks the accept button of ${name}`,
      ([, markup]) =>
        async ({ picture, origin }) => {
          const accepted = await picture({ html: asking(markup), base_url: origin.url, click_accept: true })
          expect(accepted.at(600, 250)).toBe(GREEN)
        },
    ),
    'clicks nothing without the option': async ({ picture, origin }) => {
      expect((await picture({ url: `${origin.url}/consent/usercentrics` })).at(320, 100)).toBe(WHITE)
      expect((await picture({ html: asking(ENGLISH) })).at(600, 250)).toBe(RED)
    },
    ...probeEach(
      ['OneTrust', 'one in English'],
      (name) => `clicks again after a reload: ${name}`,
      (name) =>
        async ({ picture, origin }) => {
          const options = { html: asking(BANNERS[name]!), base_url: origin.url, reload_after_scroll: true }
          expect((await picture({ ...options, click_accept: true })).at(600, 250)).toBe(GREEN)
        },
    ),
    'clicks no button that refuses with the word of the one that accepts, and no link to other terms':
      async ({ picture, origin }) => {
        const pairs = [
          [refuse('Disagree'), 'Agree'],
          [refuse('Continue without accepting'), 'OK!'],
          [refuse('Accept only necessary'), 'Accept'],
          [refuse('Continuer sans accepter'), 'Accepter et fermer'],
          [refuse('Continua senza accettare'), 'Accetta'],
          [refuse('Alle Cookies ablehnen'), 'Alle Cookies akzeptieren'],
          [refuse('同意しない'), '同意する'],
          ['<a href="/red">User Agreement</a>', 'I understand'],
        ] as const
        const refused = pairs.map(async ([other, label]) => {
          const html = asking(banner('We use cookies.', other + accept(label)))
          const result = await picture({ html, base_url: origin.url, click_accept: true })
          return result.at(600, 250) === GREEN ? [] : [label]
        })
        expect((await Promise.all(refused)).flat()).toEqual([])
      },
    'clicks the accept button beside list items with numbers': async ({ picture }) => {
      const list = '<ol><li value="3" tabindex="0"><b hidden>x</b></li></ol>'
      expect((await picture({ html: asking(list + ENGLISH), click_accept: true })).at(600, 250)).toBe(GREEN)
    },
    'clicks the accept button before the script of the caller runs': async ({ picture }) => {
      const options = { html: asking(ENGLISH), click_accept: true, js: '0' }
      expect((await picture(options)).at(600, 250)).toBe(GREEN)
    },
    'clicks the accept button of a banner that comes late': async ({ picture }) => {
      const insert = `document.body.insertAdjacentHTML('beforeend', ${JSON.stringify(ENGLISH)})`
      const html = asking(
        `<div style="height: 3000px"></div><script>addEventListener('scroll', () => ${insert}, { once: true })</script>`,
      )
      const scrolled = { html, click_accept: true, lazyload: true }
      expect((await picture(scrolled)).at(600, 250)).toBe(GREEN)
      expect((await picture({ ...scrolled, js: '0' })).at(600, 250)).toBe(RED)
    },
    'a page with a button that says accept is not clicked': async ({ picture }) => {
      const article = `<p>How to bake cookies.</p>${accept('Accept all')}`
      expect((await picture({ html: asking(article), click_accept: true })).at(600, 250)).toBe(RED)
      expect((await picture({ html: asking(''), click_accept: true })).at(600, 250)).toBe(RED)
    },
    'a page that is named for a state of consent, or contains a menu, is not clicked': async ({
      picture,
    }) => {
      const invitation = `<p>Privacy</p>${accept('Accept invitation')}`
      const markups = [
        `<div class="no-cookie-consent">${invitation}</div>`,
        `<div id="cookie-app"><nav>Home</nav>${invitation}</div>`,
      ]
      const results = markups.map((markup) => picture({ html: asking(markup), click_accept: true }))
      expect((await Promise.all(results)).map((result) => result.at(600, 250))).toEqual([RED, RED])
    },
    'a long table whose cells say OK takes no time': async ({ picture }) => {
      const row = '<tr style="cursor: pointer"><td>Some name of a host<td>OK'
      const html = asking(`<table>${row.repeat(2000)}</table>`)
      expect((await picture({ html, click_accept: true, timeout: 20_000 })).at(600, 250)).toBe(RED)
    },
  },
  accept_cookies: {
    'clicks the accept button of a banner': async ({ picture }) => {
      const result = await picture({ html: asking(ENGLISH), accept_cookies: true })
      expect(result.at(600, 250)).toBe(GREEN)
    },
  },
  kill_popups: {
    ...probeEach(
      Object.entries(POPUPS),
      ([name]) => `removes ${name}, and nothing else`,
      ([, html]) =>
        async ({ picture }) => {
          const result = await picture({ html, ...SCROLLED, kill_popups: true })
          // The header stays, and the page is scrollable again.
          expect([result.at(640, 600), result.at(1270, 50)]).toEqual([GREEN, BLUE])
        },
    ),
    ...probeEach(
      isNightly ? Object.keys(POPUPS) : ['one that comes on scrolling'],
      (name) => `${name} covers the page without the option`,
      (name) =>
        async ({ picture }) =>
          expect((await picture({ html: POPUPS[name]!, ...SCROLLED })).at(640, 600)).toBe(RED),
    ),
    ...probeEach(
      Object.entries(LAYERED),
      ([name]) => `${name} stays`,
      ([, [html, green, blue]]) =>
        async ({ picture }) => {
          const result = await picture({ html, kill_popups: true })
          expect([result.at(...green), blue && result.at(...blue)]).toEqual([GREEN, blue && BLUE])
        },
    ),
    'removes a pop-up from a page with controls that have names of members': async ({ picture }) => {
      const controls = ['matches', 'children', 'contains', 'closest'].map(
        (name) => `<select name="${name}"></select>`,
      )
      const html = `${POPUPS['a large box alone']}<form>${controls.join('')}</form>`
      expect((await picture({ html, ...SCROLLED, kill_popups: true })).at(640, 600)).toBe(GREEN)
    },
    'text over a picture of the page stays': async ({ picture }) => {
      const hero = page(
        `section { position: relative; height: 100vh; background: #f00 } div { position: absolute; inset: 0; z-index: 1; background: #0f0 }
        main { height: 2000px }`,
        '<section><div><h1>Welcome</h1></div></section><main></main>',
      )
      expect((await picture({ html: hero, kill_popups: true })).at(600, 400)).toBe(GREEN)
    },
    'the content of a page that covers its viewport stays': async ({ picture }) => {
      const app = page(
        'main { position: fixed; inset: 0; z-index: 5; background: #0f0 }',
        `<main><h1>All there is</h1>${'<p>Words of the page.'.repeat(40)}</main>`,
      )
      expect((await picture({ html: app, kill_popups: true })).at(600, 500)).toBe(GREEN)
    },
    'an application that fills the viewport with few words stays, and what lies over it is removed': async ({
      picture,
    }) => {
      const app = page(
        `#app { position: fixed; inset: 0; background: #0f0 } b { ${BOX}; left: 140px; width: 1000px }
        i { position: fixed; right: 0; top: 0; z-index: 99; background: #00f }`,
        '<div id="app"><canvas></canvas>Map</div><i>Saved.</i><b>Subscribe!</b>',
      )
      const result = await picture({ html: app, kill_popups: true, width: 1280, height: 1024 })
      expect(result.at(640, 600)).toBe(GREEN)
    },
    'a bar beside the page stays': async ({ picture }) => {
      const html = page(
        `nav { position: fixed; left: 0; top: 0; width: 40%; height: 100vh; background: #0f0 }
        main { margin-left: 40%; background: #fff }`,
        '<nav>Chapters</nav><main><h1>Guide</h1><p>Words of the page.</main>',
      )
      expect((await picture({ html, kill_popups: true })).at(100, 300)).toBe(GREEN)
    },
    'removes a late dialog that fades out slowly': async ({ picture }) => {
      const html = under(
        `dialog { width: 400px; height: 400px; background: #f00; transition: display 60s allow-discrete, overlay 60s allow-discrete }`,
        `<dialog>Subscribe!</dialog><script>setTimeout(() => document.querySelector('dialog').showModal(), 300)</script>`,
      )
      const late = { html, wait_for: 'dialog[open]', delay: 500 }
      expect((await picture(late)).at(320, 350)).toBe(RED)
      expect((await picture({ ...late, kill_popups: true })).at(320, 350)).toBe(GREEN)
    },
    'the page is scrolled again where a late box has locked it': async ({ engine }) => {
      const locks = [
        'body { position: fixed; top: -1000px; width: 100% }',
        'body { position: fixed }',
        'html, body { height: 100%; overflow: hidden }',
      ]
      const results = locks.map(async (lock) => {
        const html = page(
          `main { height: 3000px; background: linear-gradient(#00f 1000px, #0f0 1000px) } body { margin: 0 } b { ${BOX}; left: 0; width: 100% }`,
          `<main>${'<p>Words of the page.</p>'.repeat(80)}</main><script>addEventListener('scroll', () => {
            document.body.insertAdjacentHTML('beforeend', '<style>${lock}</style><b>Subscribe!</b>')
          }, { once: true })</script>`,
        )
        const { body, warnings } = await engine.make({ html, scroll_to: 1000, delay: 300, kill_popups: true })
        return [(await readPicture(body)).at(639, 100), warnings]
      })
      expect(await Promise.all(results)).toEqual(locks.map(() => [GREEN, []]))
    },
    'a box over a page that it makes inert is removed': async ({ picture }) => {
      const html = page(
        `main { background: #0f0; height: 2000px } b { ${BOX}; left: 140px; width: 1000px }`,
        '<main inert>Words of the page.</main><b>Subscribe!</b>',
      )
      const result = await picture({ html, kill_popups: true, width: 1280, height: 1024 })
      expect(result.at(640, 600)).toBe(GREEN)
    },
  },
  hide_selector: {
    'elements keep their place and are hidden with their content, also late ones': async ({ picture }) => {
      const late = { html: SQUARES, wait_for: 'p:nth-of-type(3)' }
      const hidden = await picture({ ...late, hide_selector: '.ad, .x' })
      // The element keeps its place and is hidden with its content, also when it appears late.
      expect([25, 75, 150, 250].map((y) => hidden.at(50, y))).toEqual([WHITE, WHITE, RED, WHITE])
      const result = await picture(late)
      expect([25, 75, 150, 250].map((y) => result.at(50, y))).toEqual([GREEN, RED, RED, RED])
    },
    'elements stay hidden when documents replace their adopted style sheets': async ({ picture }) => {
      const square = '<p style="width: 100px; height: 100px; margin: 0; background: red"></p>'
      const html = page('', `${square}<iframe srcdoc='${square}' style="border: 0"></iframe>`)
      const replacing =
        'for (const { document, CSSStyleSheet } of [window, frames[0]]) document.adoptedStyleSheets = [new CSSStyleSheet()]'
      const result = await picture({ html, hide_selector: 'p', js: replacing })
      expect([result.at(50, 50), result.at(50, 150)]).toEqual([WHITE, WHITE])
    },
    'elements in open shadow trees are hidden, also late ones': async ({ picture }) => {
      const html = page(
        'body { margin: 0 }',
        `<div></div><div></div><script>
          const [now, later] = document.querySelectorAll('div')
          const fill = (host) => (host.attachShadow({ mode: 'open' }).innerHTML = '<p style="height: 50px; margin: 0; background: #f00"></p>')
          fill(now)
          setTimeout(() => fill(later), 200)
        </script>`,
      )
      const result = await picture({ html, hide_selector: 'p', delay: 500 })
      expect([result.at(50, 20), result.at(50, 70)]).toEqual([WHITE, WHITE])
    },
    ...probeEach(
      ['.widget', '.widget p'],
      (selector) => `what the page makes visible again is hidden: ${selector}`,
      (hide_selector) =>
        async ({ picture }) => {
          const style =
            'body, p { margin: 0 } p, b { display: block; height: 20px; background: #f00 } .shown.shown { visibility: visible !important }'
          const widget = `<div class="widget">
            <p style="visibility: visible !important"></p><p class="shown"></p>
            <p><template shadowrootmode="open"><style>b { display: block; height: 20px; background: #f00; visibility: visible }</style><b></b></template></p>
          </div>`
          const tree = `<main><template shadowrootmode="open"><style>${style}</style>${widget}</template></main>`
          const framed = `<style>${style}</style>${widget}`.replaceAll('"', '&quot;')
          const frame = `<iframe style="display: block; border: 0; height: 60px" srcdoc="${framed}"></iframe>`
          const html = page(style, widget + tree + frame)
          const rows = [10, 30, 50, 70, 90, 110, 130, 150, 170]
          const [shown, hidden] = [await picture({ html }), await picture({ html, hide_selector })]
          expect(rows.filter((y) => shown.at(50, y) === RED)).toEqual(rows)
          expect(rows.filter((y) => hidden.at(50, y) !== WHITE)).toEqual([])
        },
    ),
    'nothing to hide gives a warning': async ({ engine }) => {
      const { warnings } = await engine.make({ html: SQUARES, hide_selector: '.x', hide_selector_x: '//x' })
      expect(warnings).toEqual(
        ['hide_selector_x', 'hide_selector'].map((name) => `No element matches "${name}".`),
      )
    },
    'generated content of a matched element is hidden': async ({ picture }) => {
      const html = page(
        "p { margin: 0 } p::before { content: ''; display: block; height: 50px; background: #f00 }",
        '<p>',
      )
      expect((await picture({ html })).at(50, 20)).toBe(RED)
      expect((await picture({ html, hide_selector: 'b, p::before' })).at(50, 20)).toBe(WHITE)
    },
    ...probeEach(
      ['.ad, p >', '1', '[title="x', 'p:is(b', '.ad {} p', '@media print'],
      (selector) => `an invalid selector is refused: ${selector}`,
      (hide_selector) =>
        async ({ engine }) =>
          expect(engine.make({ html: SQUARES, hide_selector })).rejects.toMatchObject({
            code: 'InvalidOptions',
            details: [{ option: 'hide_selector' }],
          }),
    ),
  },
  hide_selector_x: {
    'hides matches, and refuses an invalid XPath': async ({ picture, engine }) => {
      const hidden = await picture({ html: SQUARES, hide_selector_x: '//p[@class="ad"]' })
      expect([25, 75, 150].map((y) => hidden.at(50, y))).toEqual([WHITE, WHITE, RED])
      const byAttribute = await picture({ html: SQUARES, hide_selector_x: '//p/@class[.="ad"]' })
      expect([25, 75, 150].map((y) => byAttribute.at(50, y))).toEqual([WHITE, WHITE, RED])
      await expect(engine.make({ html: SQUARES, hide_selector_x: '//' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'hide_selector_x' }],
      })
    },
    'hides matches in frames': async ({ engine }) => {
      const red =
        "<style>body { margin: 0 } p { margin: 0; height: 100px; background: #f00 }</style><p class='ad'>"
      const html = page('iframe { border: 0; height: 100px }', `<iframe srcdoc="${red}"></iframe>`)
      const { body, warnings } = await engine.make({ html, hide_selector_x: '//p[@class="ad"]' })
      expect([(await readPicture(body)).at(50, 50), warnings]).toEqual([WHITE, []])
    },
    'hides a match that comes during the delay, without a warning': async ({ engine }) => {
      const late = `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<p class="ad"></p>'), 300)</script>`
      const html = page('p { margin: 0; height: 100px; background: #f00 }', late)
      const given = { html, hide_selector_x: '//p[@class="ad" and not(@style)]', delay: 1000 }
      const { body, warnings } = await engine.make(given)
      expect([(await readPicture(body)).at(50, 50), warnings]).toEqual([WHITE, []])
    },
    'hides a late match whose styles change slowly': async ({ picture }) => {
      const html = page(
        'body { height: 3000px } p { position: fixed; inset: 0 0 auto; height: 100px; background: #f00; transition: all 60s }',
        `<script>addEventListener('scroll', () => document.body.append(document.createElement('p')), { once: true })</script>`,
      )
      const late = { html, scroll_to: 100, delay: 500 }
      expect((await picture(late)).at(50, 50)).toBe(RED)
      expect((await picture({ ...late, hide_selector_x: '//p' })).at(50, 50)).toBe(WHITE)
    },
    'hides a form whose controls have names of its members': async ({ picture }) => {
      const html = page(
        'body, form { margin: 0 } form { height: 100px; background: #f00 } input { display: none }',
        '<form><input name="style"><input name="querySelectorAll"></form>',
      )
      expect((await picture({ html })).at(50, 50)).toBe(RED)
      expect((await picture({ html, hide_selector_x: '//form' })).at(50, 50)).toBe(WHITE)
    },
  },
}
