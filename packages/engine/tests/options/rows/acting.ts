import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { HANG, imagePath, isNightly, listenOn, readPicture } from '@render/testkit'
import { page, SHORT_TIMEOUT_MS } from '../../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from '../colours.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'

const TURN_GREEN = "document.body.style.background = '#0f0'"
/** A red page. Its first button turns it green, and both buttons add a blue band at the top. */
const BUTTONS = page(
  'body { background: #f00 } button { margin: 300px 0 0 300px; display: block } i { display: block; height: 10px; width: 100px; background: #00f }',
  `<button class="first" onclick="${TURN_GREEN}; document.body.prepend(document.createElement('i'))">a</button>
  <button onclick="document.body.prepend(document.createElement('i'))">b</button>`,
)

/** Returns the colour of a pixel of the page with these options. */
async function colour(
  world: World,
  options: GivenOptions,
  at: [number, number] = [600, 500],
): Promise<string> {
  return (await world.picture({ html: BUTTONS, ...options })).at(...at)
}

const untouched = oncePerWorld((world) => colour(world, {}))
const turnsGreen =
  (options: GivenOptions): Probe =>
  async (world) => {
    expect(await untouched(world)).toBe(RED)
    expect(await colour(world, options)).toBe(GREEN)
  }

/** Expects `count` bands at the top, one for each click. */
const clicks =
  (options: GivenOptions, count: number): Probe =>
  async (world) => {
    // Both buttons are in the viewport.
    const result = await world.picture({ html: BUTTONS, height: 1024, ...options })
    expect([5, 15, 25].map((y) => result.at(5, y) === BLUE)).toEqual([0, 1, 2].map((at) => at < count))
  }

const refuses =
  (options: GivenOptions): Probe =>
  async ({ engine }) => {
    const [option] = Object.keys(options)
    await expect(engine.make({ html: BUTTONS, ...options })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option, message: expect.stringContaining('must be a valid') }],
    })
  }

/** A page that counts its visits in a cookie and is green from the second one on. */
const VISITS = page(
  'body { background: #f00 }',
  `<script>
    const visits = Number(/visits=(\\d+)/.exec(document.cookie)?.[1] ?? 0) + 1
    document.cookie = 'visits=' + visits
    if (visits === 2) ${TURN_GREEN}
    if (visits > 2) document.body.style.background = '#00f'
  </script>`,
)
async function visited({ picture }: World, options: GivenOptions): Promise<string> {
  await using site = await listenOn('127.0.1.1', (_, res) => {
    res.setHeader('content-type', 'text/html').end(VISITS)
  })
  return (await picture({ url: site.url, ...options })).at(600, 500)
}
const visitedOnce = oncePerWorld((world) => visited(world, {}))
const visitsTwice =
  (options: GivenOptions): Probe =>
  async (world) => {
    expect(await visitedOnce(world)).toBe(RED)
    expect(await visited(world, options)).toBe(GREEN)
  }

/** Serves a page whose content policy forbids styles. */
const listenStrictly = (html: string) =>
  listenOn('127.0.1.1', (_, res) => {
    res.setHeader('content-security-policy', "style-src 'none'")
    res.setHeader('content-type', 'text/html').end(html)
  })

const OTHER_FRAGMENTS: [string, GivenOptions][] = isNightly
  ? [
      ['#', { revisit: true }],
      ['', { revisit: true }],
    ]
  : []

export const acting: Rows = {
  js: {
    'an asynchronous script changes the page before the capture': turnsGreen({
      js: `await new Promise((go) => setTimeout(go, 300)); ${TURN_GREEN}`,
    }),
    'a script that throws or does not parse gives a warning': async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, js: "throw new Error('no luck')" })
      expect(warnings).toEqual(['"js" failed: Error: no luck'])
      const plain = await engine.make({ html: BUTTONS, js: "throw 'no luck'" })
      expect(plain.warnings).toEqual(['"js" failed: no luck'])
      const bad = await engine.make({ html: BUTTONS, js: 'this is no script' })
      expect(bad.warnings).toEqual([expect.stringContaining('SyntaxError')])
    },
    'a script or another option that has no effect gives a warning': async ({ engine }) => {
      const html = page('', '<a target="_blank" href="about:blank">a</a><button>b</button>')
      const idle = {
        js: 'async (page) => { document.title = "b" };',
        css: '<style>a { color: red }</style>',
        click: ['a'],
        block_urls: ['/ads/*'],
      }
      expect((await engine.make({ html, ...idle })).warnings).toEqual([
        '"block_urls[0]" has no effect: a pattern with a path begins with a host, or with "*/" for any host.',
        '"css" has no effect: it contains no valid style rule. It must be CSS, without markup and not a URL.',
        '"js" has no effect: it is a function that nothing calls. It must be the statements to run.',
        'A click on an element matching "click[0]" opened another window, which is not captured.',
      ])
      const effective = {
        js: '(() => { document.title = "b" })()',
        css: '@media print { a { color: red } }',
        click: ['button'],
        block_urls: ['*/ads/*'],
        hide_selector: 'a',
        hide_selector_x: '//a',
      }
      expect((await engine.make({ html, ...effective })).warnings).toEqual([])
    },
    'a script of many blanks takes no longer than another one': async ({ engine }) => {
      const js = `() => {${' '.repeat(500_000)}} ; `
      const { warnings } = await engine.make({ html: BUTTONS, js })
      expect(warnings).toEqual([expect.stringMatching(/^"js" has no effect: it is a function/)])
    },
    'a script that navigates runs once, and the target is captured': async ({ origin, picture }) => {
      const js = "sessionStorage.ran = Number(sessionStorage.ran ?? 0) + 1; location.href = '/green'"
      for (const pause of [{}, { minidelay: 0 }])
        expect((await picture({ url: `${origin.url}/red`, js, ...pause })).at(600, 500)).toBe(GREEN)
    },
    'a script that never ends is given up with a warning': async ({ engine }) => {
      const js = 'await new Promise(() => undefined)'
      const options = { html: BUTTONS, js, timeout: 5000, skip_final_delay: true }
      const { warnings, trace } = await engine.make(options)
      expect(warnings).toEqual([expect.stringMatching(/^"js" did not end within [23]\d{3} ms/)])
      expect(trace.find(({ stage }) => stage === 'run-js')!.ms).toBeLessThan(15_000)
    },
  },
  css: {
    "a rule overrides the page's own": turnsGreen({ css: 'body { background: #0f0 !important }' }),
    'the style holds after a navigation, and an @import in it works': async (world) => {
      const later = { css: 'body { background: #0f0 !important }', js: "location.href = '/red'" }
      expect(await colour(world, { url: `${world.origin.url}/red`, html: undefined, ...later })).toBe(GREEN)
      const imported = `@import 'data:text/css,body { background: rgb(0 255 0) !important }';`
      expect(await colour(world, { css: imported })).toBe(GREEN)
    },
    'the style holds when the page replaces its adopted style sheets, also while it is waited for': async ({
      picture,
    }) => {
      const css = 'body { background: #0f0 !important }'
      const replacing = 'const sheet = new CSSStyleSheet(); document.adoptedStyleSheets = [sheet]'
      for (const js of [replacing, `setTimeout(() => { ${replacing} }, 200)`])
        expect((await picture({ html: page(''), css, js, delay: 300 })).at(600, 500)).toBe(GREEN)
    },
    'the style holds under a policy that forbids styles, with a warning for its @import': async ({
      engine,
    }) => {
      await using strict = await listenStrictly(page(''))
      const css = "@import 'data:text/css,i {}'; body { background: #0f0 }"
      const { body, warnings } = await engine.make({ url: strict.url, css })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
      expect(warnings).toEqual([expect.stringContaining('"css": its @import rules were ignored')])
    },
  },
  use_tailwind: {
    'utility classes take effect in a document that "js" leads to, and "js" sees them': async ({
      picture,
    }) => {
      const later = page('', '<p class="bg-[#00ff00] w-40 h-40 m-0"></p>')
      const js = `if (document.querySelector('p').clientWidth === 160) location.href = '/later'`
      await using site = await listenOn('127.0.1.2', (_req, res) => {
        res.setHeader('content-type', 'text/html').end(later)
      })
      const result = await picture({ url: site.url, use_tailwind: true, js })
      expect([result.at(150, 150), result.at(165, 50)]).toEqual([GREEN, WHITE])
    },
    'utility classes take effect, also under a policy that forbids styles': async ({ picture }) => {
      const html = page('', '<p class="bg-[#00ff00] w-40 h-40 m-0"></p>')
      expect((await picture({ html })).at(50, 50)).toBe(WHITE)
      const result = await picture({ html, use_tailwind: true })
      expect([result.at(150, 150), result.at(165, 50)]).toEqual([GREEN, WHITE])
      await using strict = await listenStrictly(html)
      expect((await picture({ url: strict.url, use_tailwind: true })).at(150, 150)).toBe(GREEN)
    },
  },
  disable_js: {
    'scripts of the page and "js" do not run, and a tall page is captured whole': async ({
      picture,
      engine,
    }) => {
      const html = page(
        'body { background: #0f0; height: 5000px }',
        "<script>document.body.style.background = '#f00'</script><noscript><p style='background: #00f; height: 99px; margin: 0'></noscript>",
      )
      const result = await picture({ html, disable_js: true })
      expect([result.at(600, 500), result.at(5, 20)]).toEqual([GREEN, BLUE])
      const { height, warnings } = await engine.make({ html, disable_js: true, full_page: true, js: '1' })
      expect([height, warnings]).toEqual([5000, ['"js" was not run because "disable_js" is set.']])
    },
    'a full page with fixed elements is captured in one piece': async ({ engine }) => {
      const bars = page('body { height: 9000px } p { position: fixed; top: 0 }', '<p>fixed</p>')
      const { height } = await engine.make({ html: bars, disable_js: true, full_page: true })
      expect(height).toBe(9000)
    },
  },
  reload: {
    'the page is loaded twice': visitsTwice({ reload: true }),
    'markup without an address gets a window of its own, also with "revisit_after_scroll"': async ({
      picture,
    }) => {
      const script = `const element = class extends HTMLElement {}; customElements.define('a-b', element); ${TURN_GREEN}`
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      for (const again of [{ reload: true }, { revisit_after_scroll: true }])
        expect((await picture({ html, ...again })).at(600, 500)).toBe(GREEN)
    },
  },
  refresh: { 'the page is loaded twice': visitsTwice({ refresh: true }) },
  revisit: {
    'the page is visited twice': visitsTwice({ revisit: true }),
    'with "reload" the page is still visited only twice': visitsTwice({ revisit: true, reload: true }),
    'the second visit is a navigation, not a reload, also with "reload"': async ({ origin, picture }) => {
      // A page can distinguish a navigation from a reload; `revisit` overrides `reload`.
      const script = `if (performance.getEntriesByType('navigation')[0].type === 'reload') ${TURN_GREEN}`
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      const given = { html, base_url: origin.url, reload: true }
      expect((await picture(given)).at(600, 500)).toBe(GREEN)
      expect((await picture({ ...given, revisit: true })).at(600, 500)).toBe(RED)
    },
  },
  reload_after_scroll: {
    'the page is loaded twice': visitsTwice({ reload_after_scroll: true }),
    'the steps from before the reload are repeated after it': async ({ picture }) => {
      const again = { reload_after_scroll: true, js: "document.body.prepend(document.createElement('i'))" }
      const result = await picture({ html: BUTTONS, ...again, click: ['.first'] })
      expect([result.at(600, 500), result.at(5, 15), result.at(5, 25)]).toEqual([GREEN, BLUE, GREEN])
    },
    'images far below the viewport are loaded by the second document too': async ({ origin, picture }) => {
      const image = `<img loading="lazy" src="${imagePath('#00ff00', 100, 100)}">`
      const html = page(
        'img { display: block; width: 100px; height: 100px } div { height: 9000px }',
        `<div></div>${image}`,
      )
      const options = { html, base_url: origin.url, full_page: true }
      const result = await picture({ ...options, reload_after_scroll: true })
      expect(result.at(50, 9050)).toBe(GREEN)
    },
    'a step that fails before and after the reload warns once': async ({ engine }) => {
      const again = { reload_after_scroll: true, click: ['.missing'] }
      expect((await engine.make({ html: BUTTONS, ...again })).warnings).toHaveLength(1)
    },
  },
  refresh_after_scroll: { 'the page is loaded twice': visitsTwice({ refresh_after_scroll: true }) },
  revisit_after_scroll: {
    'the page is visited twice': visitsTwice({ revisit_after_scroll: true }),
    'a page at a fragment is loaded again, and has a status': async ({ engine }) => {
      const seen: string[] = []
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/') seen.push(url)
        res.writeHead(201, { 'content-type': 'text/html' })
        res.end(page('', "<script>onload = () => { if (!location.hash) location = '#/' }</script>"))
      })
      for (const [fragment, again] of [
        ['#/', { revisit: true }],
        ['#/', { revisit_after_scroll: true }],
        ...OTHER_FRAGMENTS,
      ] as const) {
        seen.length = 0
        const { response, warnings } = await engine.make({ url: `${site.url}/${fragment}`, ...again })
        expect([seen.length, response?.statusCode, warnings]).toEqual([2, 201, []])
      }
    },
  },
  press_escape: {
    'the page gets the Escape key': async (world) => {
      const html = page(
        'body { background: #f00 }',
        `<script>onkeydown = ({ key }) => key === 'Escape' && (${TURN_GREEN})</script>`,
      )
      expect(await colour(world, { html })).toBe(RED)
      expect(await colour(world, { html, press_escape: true })).toBe(GREEN)
    },
    'the page gets the key again before the capture, unless the caller has changed it': async (world) => {
      const listen = `onkeydown = ({ key }) => key === 'Escape' && (${TURN_GREEN})`
      const html = page(
        'body { background: #f00; height: 3000px }',
        `<script>addEventListener('scroll', () => (${listen}), { once: true })</script>`,
      )
      const scrolled = { html, press_escape: true, lazyload: true }
      expect(await colour(world, scrolled)).toBe(GREEN)
      expect(await colour(world, { ...scrolled, js: '0' })).toBe(RED)
    },
  },
  accept_dialogs: {
    'confirm() and prompt() are answered as if accepted': async (world) => {
      const html = page(
        'body { background: #f00 }',
        `<script>if (confirm('?') && prompt('?', 'this') === 'this') ${TURN_GREEN}</script>`,
      )
      expect(await colour(world, { html })).toBe(RED)
      expect(await colour(world, { html, accept_dialogs: true })).toBe(GREEN)
    },
  },
  click: {
    'clicks an element that turns the page green': turnsGreen({ click: ['.first'] }),
    'clicks the first match only, and skips a selector without a match': clicks(
      { click: ['button', '.missing'] },
      1,
    ),
    'clicks once, however long the page takes to handle it': async (world) => {
      const html = page(
        'body { background: #f00 }',
        `<button>a</button><script>
          let clicks = 0
          document.querySelector('button').onclick = () => {
            clicks += 1
            document.body.style.background = clicks === 1 ? '#0f0' : '#00f'
            for (const start = performance.now(); performance.now() < start + 1500;);
          }
        </script>`,
      )
      expect(await colour(world, { html, click: ['button'] })).toBe(GREEN)
    },
    'an invalid selector is refused': refuses({ click: ['p >'] }),
    'clicks in open shadow trees where nothing else matches, and waits for elements and captures them there':
      async ({ engine }) => {
        const button = `<button style="all: unset; width: 70px; height: 30px" onclick="this.append(document.createElement('i'))">`
        const html = page('', `<div><template shadowrootmode="open">${button}</button></template></div>`)
        const result = await engine.make({
          html,
          click: ['button'],
          wait_for: 'button i',
          selector: 'button',
        })
        expect([result.width, result.height, result.warnings]).toEqual([70, 30, []])
      },
    'does not take the time to reach elements from the page': async ({ engine }) => {
      const html = page(
        'div { position: fixed; inset: 0 }',
        '<button id=a></button><button id=b></button><button id=c></button><div></div>',
      )
      // Each of these tries to reach them takes a second.
      const elements = ['#a', '#b', '#c']
      const { clicks } = await engine.make({
        html,
        click: elements,
        hover: elements,
        timeout: 5000,
        save_clicks: true,
      })
      expect(clicks).toMatchObject([{ clicked: 1 }, { clicked: 1 }, { clicked: 1 }])
    },
    'clicks a covered or invisible element, and follows a link': async (world) => {
      const html = page(
        'body { background: #f00 } div { position: fixed; inset: 0; background: #fff }',
        `<button onclick="${TURN_GREEN}; document.querySelector('div').remove()">a</button><div></div>`,
      )
      expect(await colour(world, { html, click: ['button'] })).toBe(GREEN)
      const unseen = html.replace('<button', '<button style="display: none"')
      expect(await colour(world, { html: unseen, click: ['button'] })).toBe(GREEN)
      const { warnings } = await world.engine.make({ html: unseen, click: ['button'], disable_js: true })
      expect(warnings).toEqual(['Clicked 0 of 1 elements matching "click[0]".'])
      const link = page('body { background: #f00 }', '<a href="/green">on</a>')
      expect(await colour(world, { html: link, base_url: world.origin.url, click: ['a'] })).toBe(GREEN)
    },
  },
  click_all: {
    'clicks every match': clicks({ click_all: ['button'] }, 2),
    'an invalid selector is refused': refuses({ click_all: ['1'] }),
    'clicks at most 300 matches, and returns and warns of the others': async ({ engine }) => {
      // All of them are invisible, so a script clicks them, without further waiting after the first ones.
      const html = page('button { display: none }', '<button></button>'.repeat(400))
      const { clicks, warnings } = await engine.make({
        html,
        click_all: ['button'],
        save_clicks: true,
        minidelay: 0,
      })
      expect(clicks).toEqual([{ selector: 'button', matched: 400, clicked: 300 }])
      expect(warnings).toEqual([expect.stringContaining('"click_all[0]"')])
    },
  },
  click_x: {
    'clicks the first match only': clicks({ click_x: ['//button'] }, 1),
    'a text node stands for its element': clicks({ click_x: ['//button[2]/text()'] }, 1),
    'an invalid XPath is refused': refuses({ click_x: ['//['] }),
  },
  click_all_x: {
    'clicks every match': clicks({ click_all_x: ['//button'] }, 2),
    'an invalid XPath is refused': refuses({ click_all_x: ['//['] }),
  },
  click_at: {
    'clicks a point of the viewport': turnsGreen({ click_at: '302,302' }),
    'clicks several points': clicks({ click_at: '302,310; 1,1; 302, 320' }, 2),
    'warns of a point outside of the viewport': async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, click_at: '640,9' })
      expect(warnings).toEqual(['"click_at" 640,9 is outside of the viewport of 640x512 CSS pixels.'])
    },
    'a page that never returns from the click fails at its timeout': async ({ engine, origin }) => {
      const start = performance.now()
      const html = page('', `<script>onclick = () => { ${HANG} }</script>`)
      const options = { html, base_url: origin.url, click_at: '9,9', timeout: SHORT_TIMEOUT_MS }
      await expect(engine.make(options)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
      expect(performance.now() - start).toBeLessThan(60_000)
    },
  },
  hover: {
    'the pointer rests on the element': async (world) => {
      const html = page(
        'b { display: block; height: 100px; background: #f00 } b:hover { background: #0f0 }',
        '<b></b>',
      )
      expect(await colour(world, { html }, [50, 50])).toBe(RED)
      expect(await colour(world, { html, hover: ['b'] }, [50, 50])).toBe(GREEN)
    },
    'without it, the pointer is on nothing of a loaded page': async (world) => {
      const html = page(
        'b { display: block; height: 100px; background: #f00 } b:hover, .moved b { background: #0f0 }',
        '<b></b><script>onmousemove = () => document.body.classList.add("moved")</script>',
      )
      for (const options of [{}, { cookie: ['a=b'] }, { full_page: true }])
        expect(await colour(world, { html, base_url: world.origin.url, ...options }, [0, 0])).toBe(RED)
    },
    'stays on an element below the viewport of a full page': async (world) => {
      const html = page(
        'div { height: 2000px } b { display: block; height: 100px; background: #f00 } p:hover b { background: #0f0 }',
        '<div></div><p><b></b></p>',
      )
      for (const full_page_mode of ['native', 'stitch'] as const) {
        const shown = await world.picture({ html, hover: ['b'], full_page: true, full_page_mode })
        expect(shown.at(50, 2070)).toBe(GREEN)
      }
    },
    'stays on an element in a shadow tree of a frame': async (world) => {
      const style = 'b { display: block; height: 100px; background: #f00 } b:hover { background: #0f0 }'
      const inner = `<section><template shadowrootmode="open"><style>${style}</style><b></b></template></section>`
      const html = page(
        'div { height: 2000px } iframe { border: 0 }',
        `<div></div><iframe srcdoc='${inner}'></iframe>`,
      )
      const shown = await world.picture({ html, hover: ['b'], full_page: true })
      expect(shown.at(50, 2070)).toBe(GREEN)
    },
    'an invalid selector is refused': refuses({ hover: [':nope('] }),
    'warns when nothing matches': async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, hover: ['.missing'] })
      expect(warnings).toEqual(['No element matches "hover[0]".'])
    },
  },
  hover_x: {
    'the pointer ends on the match of "hover_x", after "hover"': async (world) => {
      const html = page(
        'b { display: block; height: 100px; background: #f00 } b:hover { background: #0f0 }',
        '<b></b><b></b>',
      )
      const result = await world.picture({ html, hover: ['b'], hover_x: ['//b[2]'] })
      expect([result.at(50, 50), result.at(50, 150)]).toEqual([RED, GREEN])
    },
    'an invalid XPath is refused': refuses({ hover_x: ['//['] }),
  },
  save_clicks: {
    'returns what was matched and clicked, only when it is set': async ({ engine }) => {
      const options = { html: BUTTONS, click: ['.first', '.missing'], click_all_x: ['//button'] }
      expect((await engine.make({ ...options, save_clicks: true })).clicks).toEqual([
        { selector: '.first', matched: 1, clicked: 1 },
        { selector: '.missing', matched: 0, clicked: 0 },
        { selector: '//button', matched: 2, clicked: 2 },
      ])
      const { clicks, warnings } = await engine.make(options)
      expect(clicks).toBeUndefined()
      expect(warnings).toEqual(['No element matches "click[1]".'])
    },
  },
}
