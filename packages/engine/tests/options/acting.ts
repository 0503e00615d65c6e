import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, readPicture } from '@render/testkit'
import { page } from '../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from './colours.ts'
import type { Row, Rows, World } from './rows.ts'

const TURN_GREEN = "document.body.style.background = '#0f0'"
/** Red; its button makes it green, and each further one a band at the top blue. */
const BUTTONS = page(
  'body { background: #f00 } button { margin: 300px 0 0 300px; display: block } i { display: block; height: 10px; width: 100px; background: #00f }',
  `<button class="first" onclick="${TURN_GREEN}; document.body.prepend(document.createElement('i'))">a</button>
  <button onclick="document.body.prepend(document.createElement('i'))">b</button>`,
)

/** What is at a pixel of the page with these options. */
async function colour(
  world: World,
  options: GivenOptions,
  at: [number, number] = [600, 500],
): Promise<string> {
  return (await world.picture({ html: BUTTONS, ...options })).at(...at)
}

const turnsGreen =
  (options: GivenOptions): Row =>
  async (world) => {
    expect(await colour(world, {})).toBe(RED)
    expect(await colour(world, options)).toBe(GREEN)
  }

/** How many bands are at the top: one for each click. */
const clicks =
  (options: GivenOptions, count: number): Row =>
  async (world) => {
    const shown = await world.picture({ html: BUTTONS, ...options })
    expect([5, 15, 25].map((y) => shown.at(5, y) === BLUE)).toEqual([0, 1, 2].map((at) => at < count))
  }

const refuses =
  (options: GivenOptions): Row =>
  async ({ engine }) => {
    const [option] = Object.keys(options)
    await expect(engine.make({ html: BUTTONS, ...options })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option, message: expect.stringContaining('must be a valid') }],
    })
  }

/** Counts its visits by cookie: the second one is green. */
const VISITS = page(
  'body { background: #f00 }',
  `<script>
    const visits = Number(/visits=(\\d+)/.exec(document.cookie)?.[1] ?? 0) + 1
    document.cookie = 'visits=' + visits
    if (visits === 2) ${TURN_GREEN}
    if (visits > 2) document.body.style.background = '#00f'
  </script>`,
)
const visitsTwice =
  (options: GivenOptions): Row =>
  async ({ picture }) => {
    await using site = await listenOn('127.0.1.1', (_, res) => {
      res.setHeader('content-type', 'text/html').end(VISITS)
    })
    expect((await picture({ url: site.url })).at(600, 500)).toBe(RED)
    expect((await picture({ url: site.url, ...options })).at(600, 500)).toBe(GREEN)
  }

/** Serves a page that allows itself no styles. */
const listenStrictly = (html: string) =>
  listenOn('127.0.1.1', (_, res) => {
    res.setHeader('content-security-policy', "style-src 'none'")
    res.setHeader('content-type', 'text/html').end(html)
  })

export const acting: Rows = {
  js: [
    turnsGreen({ js: `await new Promise((go) => setTimeout(go, 300)); ${TURN_GREEN}` }),
    async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, js: "throw new Error('no luck')" })
      expect(warnings).toEqual(['"js" failed: Error: no luck'])
      const plain = await engine.make({ html: BUTTONS, js: "throw 'no luck'" })
      expect(plain.warnings).toEqual(['"js" failed: no luck'])
      const bad = await engine.make({ html: BUTTONS, js: 'this is no script' })
      expect(bad.warnings).toEqual([expect.stringContaining('SyntaxError')])
    },
    async ({ origin, picture }) => {
      // Runs once, and what it leads to is what is seen.
      const js = "sessionStorage.ran = Number(sessionStorage.ran ?? 0) + 1; location.href = '/green'"
      for (const pause of [{}, { minidelay: 0 }])
        expect((await picture({ url: `${origin.url}/red`, js, ...pause })).at(600, 500)).toBe(GREEN)
    },
    async ({ engine }) => {
      const js = 'await new Promise(() => undefined)'
      const { warnings, trace } = await engine.make({ html: BUTTONS, js, timeout: 5000 })
      expect(warnings).toEqual([expect.stringMatching(/^"js" did not end within [2-5]\d{3} ms/)])
      expect(trace.find(({ stage }) => stage === 'run-js')!.ms).toBeLessThan(15_000)
    },
  ],
  css: [
    turnsGreen({ css: 'body { background: #0f0 !important }' }),
    async (world) => {
      const later = { css: 'body { background: #0f0 !important }', js: "location.href = '/red'" }
      expect(await colour(world, { url: `${world.origin.url}/red`, html: undefined, ...later })).toBe(GREEN)
      const imported = `@import 'data:text/css,body { background: rgb(0 255 0) !important }';`
      expect(await colour(world, { css: imported })).toBe(GREEN)
    },
    async ({ engine }) => {
      await using strict = await listenStrictly(page(''))
      const css = "@import 'data:text/css,i {}'; body { background: #0f0 }"
      const { body, warnings } = await engine.make({ url: strict.url, css })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
      expect(warnings).toEqual([expect.stringContaining('"css" imports')])
    },
  ],
  use_tailwind: [
    async ({ picture }) => {
      const html = page('', '<p class="bg-[#00ff00] w-40 h-40 m-0"></p>')
      expect((await picture({ html })).at(50, 50)).toBe(WHITE)
      const shown = await picture({ html, use_tailwind: true })
      expect([shown.at(150, 150), shown.at(165, 50)]).toEqual([GREEN, WHITE])
      await using strict = await listenStrictly(html)
      expect((await picture({ url: strict.url, use_tailwind: true })).at(150, 150)).toBe(GREEN)
    },
  ],
  disable_js: [
    async ({ picture, engine }) => {
      const html = page(
        'body { background: #0f0; height: 5000px }',
        "<script>document.body.style.background = '#f00'</script><noscript><p style='background: #00f; height: 99px; margin: 0'></noscript>",
      )
      const shown = await picture({ html, disable_js: true })
      expect([shown.at(600, 500), shown.at(5, 20)]).toEqual([GREEN, BLUE])
      const { height, warnings } = await engine.make({ html, disable_js: true, full_page: true, js: '1' })
      expect([height, warnings]).toEqual([5000, ['"js" was not run, as "disable_js" is set.']])
    },
    async ({ engine }) => {
      const bars = page('body { height: 9000px } p { position: fixed; top: 0 }', '<p>fixed</p>')
      const { height } = await engine.make({ html: bars, disable_js: true, full_page: true })
      expect(height).toBe(9000)
    },
  ],
  reload: [visitsTwice({ reload: true }), visitsTwice({ refresh: true })],
  refresh: [visitsTwice({ refresh: true })],
  revisit: [
    visitsTwice({ revisit: true }),
    visitsTwice({ revisit: true, reload: true }),
    async ({ origin, picture }) => {
      // Pages can tell a visit from a reload, and a visit wins.
      const script = `if (performance.getEntriesByType('navigation')[0].type === 'reload') ${TURN_GREEN}`
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      const given = { html, base_url: origin.url, reload: true }
      expect((await picture(given)).at(600, 500)).toBe(GREEN)
      expect((await picture({ ...given, revisit: true })).at(600, 500)).toBe(RED)
    },
  ],
  reload_after_scroll: [
    visitsTwice({ reload_after_scroll: true }),
    async ({ picture }) => {
      // What was done to the page before is done again.
      const again = { reload_after_scroll: true, js: "document.body.prepend(document.createElement('i'))" }
      const shown = await picture({ html: BUTTONS, ...again, click: ['.first'] })
      expect([shown.at(600, 500), shown.at(5, 15), shown.at(5, 25)]).toEqual([GREEN, BLUE, GREEN])
    },
    async ({ engine }) => {
      const again = { reload_after_scroll: true, click: ['.missing'] }
      expect((await engine.make({ html: BUTTONS, ...again })).warnings).toHaveLength(1)
    },
  ],
  refresh_after_scroll: [visitsTwice({ refresh_after_scroll: true })],
  revisit_after_scroll: [visitsTwice({ revisit_after_scroll: true })],
  press_escape: [
    async (world) => {
      const html = page(
        'body { background: #f00 }',
        `<script>onkeydown = ({ key }) => key === 'Escape' && (${TURN_GREEN})</script>`,
      )
      expect(await colour(world, { html })).toBe(RED)
      expect(await colour(world, { html, press_escape: true })).toBe(GREEN)
    },
  ],
  accept_dialogs: [
    async (world) => {
      const html = page(
        'body { background: #f00 }',
        `<script>if (confirm('?') && prompt('?', 'this') === 'this') ${TURN_GREEN}</script>`,
      )
      expect(await colour(world, { html })).toBe(RED)
      expect(await colour(world, { html, accept_dialogs: true })).toBe(GREEN)
    },
  ],
  click: [
    turnsGreen({ click: ['.first'] }),
    clicks({ click: ['button', '.missing'] }, 1),
    refuses({ click: ['p >'] }),
    async (world) => {
      // Covered, unseen, or leading elsewhere.
      const html = page(
        'body { background: #f00 } div { position: fixed; inset: 0; background: #fff }',
        `<button onclick="${TURN_GREEN}; document.querySelector('div').remove()">a</button><div></div>`,
      )
      expect(await colour(world, { html, click: ['button'] })).toBe(GREEN)
      const unseen = html.replace('<button', '<button style="display: none"')
      expect(await colour(world, { html: unseen, click: ['button'] })).toBe(GREEN)
      const { warnings } = await world.engine.make({ html: unseen, click: ['button'], disable_js: true })
      expect(warnings).toEqual(['Of what matches "click[0]" not all could be clicked.'])
      const link = page('body { background: #f00 }', '<a href="/green">on</a>')
      expect(await colour(world, { html: link, base_url: world.origin.url, click: ['a'] })).toBe(GREEN)
    },
  ],
  click_all: [
    clicks({ click_all: ['button'] }, 2),
    refuses({ click_all: ['1'] }),
    async ({ engine }) => {
      // None of them is to be seen: a script clicks them, at once when some were waited for in vain.
      const html = page('button { display: none }', '<button></button>'.repeat(400))
      const { clicks: made, warnings } = await engine.make({
        html,
        click_all: ['button'],
        save_clicks: true,
        minidelay: 0,
      })
      expect(made).toEqual([{ selector: 'button', matched: 400, clicked: 300 }])
      expect(warnings).toEqual([expect.stringContaining('"click_all"')])
    },
  ],
  click_x: [
    clicks({ click_x: ['//button'] }, 1),
    clicks({ click_x: ['//button[2]/text()'] }, 1),
    refuses({ click_x: ['//['] }),
  ],
  click_all_x: [clicks({ click_all_x: ['//button'] }, 2), refuses({ click_all_x: ['//['] })],
  click_at: [
    turnsGreen({ click_at: '302,302' }),
    clicks({ click_at: '302,310; 1,1; 302, 320' }, 2),
    async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, click_at: '1280,9' })
      expect(warnings).toEqual(['"click_at" 1280,9 is outside of the viewport of 1280x1024.'])
    },
    async ({ engine }) => {
      // A page that never comes back from it costs no more than what was left of its time.
      const start = performance.now()
      const html = page('', '<script>onclick = () => { for (;;); }</script>')
      await expect(engine.make({ html, click_at: '9,9', timeout: 5000 })).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      })
      expect(performance.now() - start).toBeLessThan(60_000)
    },
  ],
  hover: [
    async (world) => {
      const html = page(
        'b { display: block; height: 100px; background: #f00 } b:hover { background: #0f0 }',
        '<b></b>',
      )
      expect(await colour(world, { html }, [50, 50])).toBe(RED)
      expect(await colour(world, { html, hover: ['b'] }, [50, 50])).toBe(GREEN)
    },
    refuses({ hover: [':nope('] }),
    async ({ engine }) => {
      const { warnings } = await engine.make({ html: BUTTONS, hover: ['.missing'] })
      expect(warnings).toEqual(['Nothing matches "hover[0]": it was left out.'])
    },
  ],
  hover_x: [
    async (world) => {
      const html = page(
        'b { display: block; height: 100px; background: #f00 } b:hover { background: #0f0 }',
        '<b></b><b></b>',
      )
      const shown = await world.picture({ html, hover: ['b'], hover_x: ['//b[2]'] })
      expect([shown.at(50, 50), shown.at(50, 150)]).toEqual([RED, GREEN])
    },
    refuses({ hover_x: ['//['] }),
  ],
  save_clicks: [
    async ({ engine }) => {
      const options = { html: BUTTONS, click: ['.first', '.missing'], click_all_x: ['//button'] }
      expect((await engine.make({ ...options, save_clicks: true })).clicks).toEqual([
        { selector: '.first', matched: 1, clicked: 1 },
        { selector: '.missing', matched: 0, clicked: 0 },
        { selector: '//button', matched: 2, clicked: 2 },
      ])
      const { clicks: untold, warnings } = await engine.make(options)
      expect(untold).toBeUndefined()
      expect(warnings).toEqual(['Nothing matches "click[1]": it was left out.'])
    },
  ],
}
