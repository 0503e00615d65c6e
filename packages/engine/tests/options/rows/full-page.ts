import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, readPicture, type Picture } from '@render/testkit'
import { createScratch } from '../../../src/index.ts'
import { readPdf } from '../../documents/poppler.ts'
import { page } from '../../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from '../colours.ts'
import { oncePerWorld, type Rows } from '../probe.ts'

/** A page with a red block far down that turns green when an IntersectionObserver sees it. */
export const OBSERVED = page(
  'div { height: 3000px } p { margin: 0; height: 100px; background: #f00 }',
  `<div></div><p></p><script>
    new IntersectionObserver(([entry], observer) => {
      if (!entry.isIntersecting) return
      entry.target.style.background = '#0f0'
      observer.disconnect()
    }).observe(document.querySelector('p'))
  </script>`,
)

/** Returns a page that requests and appends a band each time its end is reached, up to `bands` bands. */
function growing(bands: number): string {
  return page(
    'p { margin: 0; height: 500px; background: #0f0 } p:nth-of-type(even) { background: #00f }',
    `<p></p><p></p><script>
      let isRequested = false
      addEventListener('scroll', async () => {
        const { scrollHeight } = document.documentElement
        if (isRequested || scrollY + innerHeight < scrollHeight - 100 || document.querySelectorAll('p').length >= ${bands}) return
        isRequested = true
        await fetch('/more')
        document.body.append(document.createElement('p'))
        isRequested = false
      })
    </script>`,
  )
}

/**
 * A page whose scroll handler waits until scrolling has stopped. It shows what is in view then, and appends a band at the end.
 * Another timer repeats.
 */
const DEBOUNCED = page(
  'p { margin: 0; height: 500px; background: #f00 }',
  `${'<p></p>'.repeat(5)}<script>
    let timer
    const tick = () => setTimeout(tick, 90)
    tick()
    addEventListener('scroll', () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        for (const p of document.querySelectorAll('p')) {
          const { top, bottom } = p.getBoundingClientRect()
          if (top < innerHeight && bottom > 0) p.style.background = '#0f0'
        }
        const { scrollHeight } = document.documentElement
        if (scrollY + innerHeight > scrollHeight - 50 && scrollHeight < 3500) document.body.append(document.createElement('p'))
      }, 300)
    })
  </script>`,
)

/** A list of 2000 px that removes its rows when they leave the view. */
const VIRTUAL = page(
  'div { height: 2000px; position: relative } p { position: absolute; margin: 0; width: 100%; height: 100px; background: #0f0 }',
  `<div></div><script>
    const show = () => {
      const rows = Array.from({ length: 20 }, (_, index) => index * 100)
      const inView = rows.filter((top) => top + 100 > scrollY && top < scrollY + innerHeight)
      document.querySelector('div').innerHTML = inView.map((top) => '<p style="top: ' + top + 'px"></p>').join('')
    }
    addEventListener('scroll', show)
    show()
  </script>`,
)

export const full = { full_page: true, width: 240, height: 400 }

const GREY = '#808080'

/**
 * A page of 90 bands of 100 px. Over them are a fixed grey header and footer, one of them in a shadow tree, and a bar at
 * 1000 that sticks below the header. The column at the right is blue while the page is scrolled.
 */
export const BARS = page(
  `section { height: 100px } header, nav { width: 100px; background: #808080 }
   header { position: fixed; top: 0; left: 100px; height: 50px }
   nav { position: sticky; top: 50px; height: 40px; margin: 0 0 -40px 100px }
   aside { position: absolute; right: 0; top: 0; width: 20px; height: 9000px; background: #0f0 }`,
  `<header></header><aside></aside>
   <div><template shadowrootmode="open">
     <style>p { position: fixed; bottom: 0; left: 100px; width: 100px; height: 50px; margin: 0; background: #808080 }</style><p></p>
   </template></div>
   ${Array.from({ length: 90 }, (_, index) => `${index === 10 ? '<nav></nav>' : ''}<section style="background: ${bandColour(index)}"></section>`).join('')}
   <script>onscroll = () => { document.querySelector('aside').style.background = scrollY > 0 ? '#00f' : '#0f0' }</script>`,
)

function bandColour(index: number): string {
  return [RED, GREEN, BLUE, '#ffff00', '#00ffff', '#ff00ff', '#000000'][index % 7]!
}

/** Returns the colours in the middle of the bands. */
function bandsOf(result: Picture): string[] {
  return Array.from({ length: result.height / 100 }, (_, index) => result.at(5, index * 100 + 50))
}

/** Returns the ranges of a column that have a colour. */
function runsOf(result: Picture, x: number, colour: string): [number, number][] {
  const runs: [number, number][] = []
  for (let y = 0; y < result.height; y += 1) {
    if (result.at(x, y) !== colour) continue
    const last = runs.at(-1)
    if (last?.[1] === y) last[1] = y + 1
    else runs.push([y, y + 1])
  }
  return runs
}

/** A page of three elements: as high as the viewport, half as high, and 2000 px. */
const STRETCHING = page(
  'html, body { height: 100% } header { height: 100%; background: #0f0 } p { height: 50vh; margin: 0; background: #f00 } main { height: 2000px; background: #00f }',
  '<header></header><p></p><main></main>',
)

/** A page of 25 bands of 100 px beside each other, with a fixed bar over them. */
const wide = {
  ...full,
  full_width: true,
  html: page(
    `main { display: flex; width: 2500px; height: 400px } section { width: 100px }
     header { position: fixed; left: 0; right: 0; height: 100px; background: #808080 }`,
    `<header></header><main>${Array.from({ length: 25 }, (_, index) => `<section style="background: ${bandColour(index)}"></section>`).join('')}</main>`,
  ),
}

const woken = oncePerWorld(({ picture }) => picture({ ...full, html: OBSERVED }))
const stitched = oncePerWorld(({ picture }) => picture({ ...full, html: BARS, full_page_mode: 'stitch' }))

export const fullPage: Rows = {
  lazyload: {
    'a full page wakes observers far below': async (world) => {
      const result = await woken(world)
      expect([result.height, result.at(5, 3050)]).toEqual([3100, GREEN])
    },
    'wakes observers of the caller in a page without scripts': async ({ picture }) => {
      const html = page(
        'div { height: 3000px } p { height: 100px; margin: 0; background: #f00 }',
        '<div></div><p></p>',
      )
      const js = `new IntersectionObserver(([seen]) => {
        if (seen.isIntersecting) seen.target.style.background = '#0f0'
      }).observe(document.querySelector('p'))`
      expect((await picture({ ...full, html, js })).at(5, 3050)).toBe(GREEN)
    },
    'with false nothing is woken': async ({ picture }) => {
      expect((await picture({ ...full, html: OBSERVED, lazyload: false })).at(5, 3050)).toBe(RED)
    },
    'a clip below the viewport wakes observers in it': async ({ picture }) => {
      const part = await picture({ html: OBSERVED, height: 400, clip: '0,3000,100,100' })
      expect(part.at(5, 50)).toBe(GREEN)
    },
    'wakes an element too, and a viewport begins at the top again': async ({ picture }) => {
      const seen = await picture({ html: OBSERVED, lazyload: true, selector: 'p', height: 400 })
      expect(seen.at(5, 50)).toBe(GREEN)
      const script = `<script>onscroll = () => { document.body.style.background = scrollY > 2000 ? '#00f' : document.body.style.background }</script>`
      const html = page(
        'div { height: 3000px } p { height: 90px; background: #0f0; margin: 0 }',
        `<p></p><div></div>${script}`,
      )
      const top = await picture({ html, lazyload: true, height: 400 })
      expect([top.at(5, 50), top.at(5, 200)]).toEqual([GREEN, BLUE])
      const js = 'scrollTo(0, 50)'
      expect((await picture({ html, lazyload: true, height: 400, js })).at(5, 45)).toBe(BLUE)
      const still = { html, lazyload: true, skip_scroll: true, height: 400, js }
      expect((await picture(still)).at(5, 45)).toBe(WHITE)
    },
    'wakes scroll handlers that are debounced, and loads all that they append': async ({ engine }) => {
      const result = await engine.make({ html: DEBOUNCED, ...full })
      const seen = await readPicture(result.body)
      expect([seen.height, seen.at(5, 1250), seen.at(5, 3250), result.warnings]).toEqual([
        3500,
        GREEN,
        GREEN,
        [],
      ])
      const hurried = await readPicture(
        (await engine.make({ html: DEBOUNCED, ...full, scroll_delay: 0 })).body,
      )
      // A slow machine pauses long enough by itself here and there, but not at each step.
      expect([750, 1250, 1750, 2250].map((y) => hurried.at(5, y))).toContain(RED)
    },
    'loads lazy images, also in a shadow tree and on a slow site': async ({ picture }) => {
      await using slow = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/') res.setHeader('content-type', 'text/html').end(lazy)
        else setTimeout(() => res.setHeader('content-type', 'image/svg+xml').end(green), 500)
      })
      const green =
        '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="100" height="100" fill="#0f0"/></svg>'
      const image = (name: string) => `<img loading="lazy" src="/${name}.svg" style="display: block">`
      const lazy = page(
        'section { height: 9000px }',
        `<section></section>${image('a')}<div><template shadowrootmode="open">${image('b')}</template></div>
        <iframe loading="lazy" src="/frame.svg" style="display: block; border: 0; width: 100px; height: 100px"></iframe>`,
      )
      const result = await picture({ url: slow.url, ...full })
      expect([9050, 9150, 9250].map((y) => result.at(50, y))).toEqual([GREEN, GREEN, GREEN])
    },
  },
  skip_scroll: {
    'nothing far below is woken': async (world) => {
      expect((await woken(world)).at(5, 3050)).toBe(GREEN)
      const result = await world.picture({ ...full, html: OBSERVED, lazyload: true, skip_scroll: true })
      expect([result.height, result.at(5, 3050)]).toEqual([3100, RED])
    },
  },
  scroll_increment: {
    'scrolls by steps of this height': async ({ picture }) => {
      // The page collects its scroll offsets.
      const script = `<script>const seen = new Set(); onscroll = () => {
        seen.add(Math.round(scrollY)); document.body.style.background = [400, 500, 600].every((y) => seen.has(y)) ? '#0f0' : '#f00'
      }</script>`
      const html = page('div { height: 1200px }', `<div></div>${script}`)
      expect((await picture({ ...full, html })).at(5, 5)).toBe(RED)
      expect((await picture({ ...full, html, scroll_increment: 100 })).at(5, 5)).toBe(GREEN)
    },
  },
  scroll_delay: {
    'stays at each step for this time': async ({ picture }) => {
      // The page turns green only when it is at the same step after 1.2 s. Of two timers in a page the shorter one fires
      // first, so the page's timer fires before the delay of 1.5 s ends.
      const script = `<script>onscroll = () => setTimeout(() => {
        if (scrollY === 500) document.body.style.background = '#0f0'
      }, 1200)</script>`
      const html = page('body { background: #f00 } div { height: 1500px }', `<div></div>${script}`)
      const given = { ...full, html, height: 500, skip_final_delay: true }
      expect((await picture(given)).at(5, 5)).toBe(RED)
      expect((await picture({ ...given, scroll_delay: 1500 })).at(5, 5)).toBe(GREEN)
    },
  },
  scroll_height: {
    'scrolls only down to this height': async ({ picture }) => {
      expect((await picture({ ...full, html: OBSERVED, scroll_height: 2000 })).at(5, 3050)).toBe(RED)
      expect((await picture({ ...full, html: OBSERVED, scroll_height: 2650 })).at(5, 3050)).toBe(GREEN)
    },
  },
  max_scroll_page_time: {
    'ends the scrolling with a warning, and captures the whole page': async ({ engine }) => {
      const rendered = await engine.make({
        ...full,
        html: OBSERVED,
        scroll_delay: 400,
        max_scroll_page_time: 900,
      })
      expect(rendered.warnings).toEqual([expect.stringContaining('"max_scroll_page_time"')])
      expect(rendered.height).toBe(3100)
    },
    'with 0 nothing is scrolled': async ({ picture }) => {
      expect((await picture({ ...full, html: OBSERVED, max_scroll_page_time: 0 })).at(5, 3050)).toBe(RED)
    },
  },
  allow_infinite: {
    'a page without end is cut with a warning, or captured as far as it grows': async ({
      engine,
      origin,
    }) => {
      const url = origin.url
      const some = await engine.make({ url, html: growing(6), ...full })
      expect([some.height, some.warnings]).toEqual([3000, []])
      const stopped = await engine.make({ url, html: growing(100), ...full })
      expect(stopped.height).toBeLessThan(9000)
      expect(stopped.warnings).toEqual([expect.stringContaining('without end')])
      const all = await engine.make({ url, html: growing(20), ...full, allow_infinite: true })
      expect([all.height, all.warnings]).toEqual([10_000, []])
    },
    'the page is not scrolled beyond the end of the picture': async ({ origin, picture }) => {
      const seenBefore = origin.seen.length
      const limits = [{ max_height: 2000 }, { max_sections: 2, max_section_height: 1000 }]
      for (const limit of limits) {
        const result = await picture({
          url: origin.url,
          html: growing(100),
          ...full,
          allow_infinite: true,
          ...limit,
        })
        expect(result.height).toBe(2000)
      }
      expect(origin.seen.length - seenBefore).toBeLessThan(15)
    },
  },
  scroll_to: {
    'scrolls to an offset or element, and does not change a full page': async ({ origin, picture }) => {
      const url = `${origin.url}/tall`
      expect((await picture({ url, scroll_to: 2900, height: 400 })).at(5, 390)).toBe(BLUE)
      expect((await picture({ url, scroll_to: 'footer', height: 50 })).at(5, 5)).toBe(BLUE)
      const whole = await picture({ url, scroll_to: 2900, full_page: true })
      expect([whole.height, whole.at(5, 2890), whole.at(5, 2910)]).toEqual([3000, RED, BLUE])
    },
    'smooth scrolling is disabled, and an inner scroller is scrolled': async ({ picture }) => {
      const box = 'height: 100vh; overflow: auto; scroll-behavior: smooth'
      const html = page(
        `section { ${box} } div { height: 3000px; background: #f00 } p { height: 3000px; background: #0f0; margin: 0 }`,
        '<section><div></div><p></p></section>',
      )
      expect((await picture({ html, scroll_to: 3000, height: 400 })).at(5, 5)).toBe(GREEN)
      expect(
        (await picture({ html: html.replace('section', 'html, section'), scroll_to: 'p', height: 400 })).at(
          5,
          5,
        ),
      ).toBe(GREEN)
    },
    'an invalid selector is refused, and a missing match gives a warning': async ({ engine }) => {
      await expect(engine.make({ html: 'x', scroll_to: 'p[' })).rejects.toMatchObject({
        code: 'InvalidOptions',
        details: [{ option: 'scroll_to' }],
      })
      const rendered = await engine.make({ html: 'x', scroll_to: '#none' })
      expect(rendered.warnings).toEqual([expect.stringContaining('"scroll_to"')])
    },
  },
  scroll_to_x: {
    'scrolls to an offset, element or text, also with "scroll_to"': async ({ picture }) => {
      const style =
        'div { width: 5000px; height: 9000px; background: linear-gradient(90deg, #f00 50%, #0f0 50%) } p { position: absolute; left: 3000px; top: 7000px; width: 100px; height: 100px; margin: 0; background: #00f }'
      const html = page(style, '<div></div><p>a</p>')
      const seen = [
        { scroll_to_x: 2500 },
        { scroll_to_x: '//p' },
        { scroll_to_x: '//p/text()' },
        { scroll_to_x: 3000, scroll_to: 7000 },
      ]
      const result = await Promise.all(
        seen.map((options) => picture({ html, ...options, width: 600, height: 400 })),
      )
      expect(result.map((one) => one.at(5, 5))).toEqual([GREEN, GREEN, GREEN, BLUE])
      expect(result.slice(1, 3).map((one) => one.at(550, 50))).toEqual([BLUE, BLUE])
    },
    'scrolls to an offset from the left of a page that begins at its right edge': async ({ picture }) => {
      const style =
        'html { direction: rtl } div { width: 5000px; height: 400px; background: linear-gradient(90deg, #f00 1000px, #0f0 0 2000px, #00f 0) }'
      const html = page(style, '<div></div>')
      const colours = [undefined, 0, 1500].map(async (scroll_to_x) =>
        (await picture({ html, scroll_to_x, width: 300, height: 400 })).at(5, 5),
      )
      expect(await Promise.all(colours)).toEqual([BLUE, RED, GREEN])
    },
    'an invalid XPath is refused, and a missing match gives a warning': async ({ engine }) => {
      for (const scroll_to_x of ['//p[', 'count(//p)'])
        await expect(engine.make({ html: 'x', scroll_to_x })).rejects.toMatchObject({
          code: 'InvalidOptions',
          details: [{ option: 'scroll_to_x' }],
        })
      const rendered = await engine.make({ html: 'x', scroll_to_x: '//none' })
      expect(rendered.warnings).toEqual([expect.stringContaining('"scroll_to_x"')])
    },
  },
  detect_full_height: {
    'elements as high as the viewport keep their height, others grow': async ({ picture }) => {
      const heights = async (options: object) => {
        const result = await picture({ ...full, html: STRETCHING, height_from: 'main', ...options })
        return [GREEN, RED, BLUE].map((colour) =>
          runsOf(result, 5, colour).map(([start, end]) => end - start),
        )
      }
      expect(await heights({})).toEqual([[2000], [1000], [2000]])
      expect(await heights({ detect_full_height: true })).toEqual([[400], [1000], [2000]])
      const viewport = { full_page: false, detect_full_height: true }
      expect(await heights(viewport)).toEqual([[400], [1000], [600]])
    },
    'a bar beside the element that scrolls keeps its height': async ({ picture }) => {
      const style =
        'body { height: 100vh; display: flex } nav { width: 100px; background: #0f0 } main { flex: 1; overflow: auto } div { height: 3000px; background: #00f }'
      const html = page(style, '<nav></nav><main><div></div></main>')
      const result = [
        await picture({ ...full, html }),
        await picture({ ...full, html, detect_full_height: true }),
      ]
      expect(result.map((one) => runsOf(one, 50, GREEN))).toEqual([[[0, 3000]], [[0, 400]]])
      expect(result.map((one) => runsOf(one, 150, BLUE))).toEqual([[[0, 3000]], [[0, 3000]]])
      const clipped = { ...full, full_page: false, html, clip: '0,0,240,3000' }
      const [pinned, fixed] = [{ detect_full_height: true }, { fix_full_height: true }]
      const clips = await Promise.all([pinned, fixed].map((option) => picture({ ...clipped, ...option })))
      expect(clips.map((one) => runsOf(one, 50, GREEN))).toEqual([[[0, 400]], [[0, 400]]])
    },
  },
  fix_full_height: {
    'elements with viewport heights keep their height': async ({ picture }) => {
      const options = { height_from: 'main', fix_full_height: true }
      const result = await picture({ ...full, html: STRETCHING, ...options })
      expect([GREEN, RED].map((colour) => runsOf(result, 5, colour))).toEqual([[[0, 400]], [[400, 600]]])
    },
    'an element that a script stretches later keeps its height': async ({ picture }) => {
      // It includes an element that a script stretches after the page has grown: here when it sees the highlighted word.
      const script = `<script>new MutationObserver(() => {
        if (document.querySelector('mark')) document.querySelector('div').style.height = innerHeight + 'px'
      }).observe(document, { childList: true, subtree: true })</script>`
      const html = page(
        'div { height: 400px; background: #0f0 } main { height: 1000px }',
        `<div></div><main>word</main>${script}`,
      )
      const options = { ...full, html, height_from: 'main', highlight: 'word' }
      expect(runsOf(await picture({ ...options, detect_full_height: true }), 5, GREEN)).toEqual([[0, 1000]])
      expect(runsOf(await picture({ ...options, fix_full_height: true }), 5, GREEN)).toEqual([[0, 400]])
    },
    'scripts lay the page out for a viewport that an element sizes': async ({ picture, origin }) => {
      const html = page(
        'main { width: 400px; height: 1000px }',
        `<main></main><script>onresize = () => { if (innerWidth === 400) document.body.style.background = '${GREEN}' }</script>`,
      )
      const fitted = { html, base_url: origin.url, width_from: 'main', height_from: 'main' }
      expect((await picture({ ...fitted, fix_full_height: true })).at(5, 5)).toBe(GREEN)
    },
  },
  full_page_mode: {
    'both modes give the same picture of a page with fixed elements': async (world) => {
      const native = world.picture({ ...full, html: BARS, full_page_mode: 'native' })
      const result = await Promise.all([stitched(world), native])
      for (const one of result) {
        expect(one.height).toBe(9000)
        expect(bandsOf(one)).toEqual(Array.from({ length: 90 }, (_, index) => bandColour(index)))
      }
      expect(result.map((one) => [one.at(230, 100), one.at(230, 8000)])).toEqual([
        [GREEN, BLUE],
        [GREEN, GREEN],
      ])
    },
    'one capture is enough when no element stays in place': async ({ picture }) => {
      const html = BARS.replace(/<header>.*<\/template>/s, '<aside></aside><div>').replace(
        '<nav>',
        '<nav hidden>',
      )
      expect((await picture({ ...full, html })).at(230, 8000)).toBe(GREEN)
    },
  },
  freeze_fixed: {
    'each bar is seen once': async (world) => {
      const native = { full_page_mode: 'native', freeze_fixed: true } as const
      for (const result of [await stitched(world), await world.picture({ ...full, html: BARS, ...native })])
        expect(runsOf(result, 150, GREY)).toEqual([
          [0, 50],
          [350, 400],
          [1000, 1040],
        ])
    },
    'with false each bar is seen in every section': async ({ picture }) => {
      const result = await picture({ ...full, html: BARS, freeze_fixed: false })
      expect(runsOf(result, 150, GREY)).toEqual([
        [0, 50],
        [350, 400],
        [1000, 1040],
        [4096, 4186],
        [4446, 4496],
        [8192, 8282],
        [8542, 8592],
      ])
    },
    'a bar that sticks to the bottom is seen once': async ({ picture }) => {
      const style =
        'div { height: 9000px } p { position: sticky; bottom: 0; margin: 0; height: 50px; background: #808080 }'
      const html = page(style, '<div></div><p></p>')
      const native = { ...full, html, full_page_mode: 'native' } as const
      expect(runsOf(await picture(native), 150, GREY)).toEqual([[350, 400]])
      expect(runsOf(await picture({ ...native, freeze_fixed: true }), 150, GREY)).toEqual([[9000, 9050]])
    },
    'a bar is on the first page of a PDF only': async ({ engine }) => {
      const html = page(
        'header { position: fixed; inset: 0 0 auto } footer { position: fixed; bottom: 0 } p { margin: 20px; height: 900px } p + p { break-before: page }',
        '<main style="position: relative"><header>Bar</header><p>one</p><p>two</p><footer>Foot</footer></main>',
      )
      const textsOf = async (options: GivenOptions) => {
        await using scratch = createScratch({ quotaBytes: 10 * 1024 ** 2 })
        const { body } = await engine.make({ html, format: 'pdf', ...options }, { scratch })
        await using file = await readPdf(body)
        return (await file.texts()).map((text) => text.match(/\w+/g))
      }
      expect(await textsOf({})).toEqual([
        ['Bar', 'one', 'Foot'],
        ['Bar', 'two', 'Foot'],
      ])
      for (const scroll_to of [undefined, 200])
        expect(await textsOf({ freeze_fixed: true, scroll_to })).toEqual([['Bar', 'one', 'Foot'], ['two']])
    },
    'a fixed element in a transformed parent stays in its place': async ({ picture }) => {
      const style =
        'main { transform: translateX(0); height: 9000px } p { position: fixed; top: 5000px; margin: 0; height: 50px; width: 300px; background: #808080 }'
      const html = page(style, '<main><p></p></main>')
      expect(runsOf(await picture({ ...full, html }), 150, GREY)).toEqual([[5000, 5050]])
    },
  },
  max_section_height: {
    'a list that has only the rows in view is complete when it is sent': async ({ picture }) => {
      const result = await picture({ ...full, html: VIRTUAL, max_section_height: 400 })
      expect([50, 650, 1950].map((y) => result.at(5, y))).toEqual([GREEN, GREEN, GREEN])
    },
    'sets the height of sections': async ({ picture }) => {
      const result = await picture({ ...full, html: BARS, freeze_fixed: false, max_section_height: 3000 })
      expect(result.height).toBe(9000)
      expect(runsOf(result, 150, GREY).map(([start]) => start)).toEqual([
        0, 350, 1000, 3000, 3350, 6000, 6350,
      ])
    },
  },
  max_section_width: {
    'sets the width of sections': async ({ picture }) => {
      const result = await picture({ ...wide, max_section_width: 1000 })
      expect([result.width, result.height]).toEqual([2500, 400])
      const seen = Array.from({ length: 25 }, (_, index) => result.at(index * 100 + 50, 300))
      expect(seen).toEqual(seen.map((_, index) => bandColour(index)))
      expect([50, 1050, 2450].map((x) => result.at(x, 50))).toEqual([GREY, bandColour(10), bandColour(24)])
      const seams = await picture({ ...wide, max_section_width: 1000, show_seams: true })
      expect([999, 1000, 1002].map((x) => seams.at(x, 300) === '#ff00ff')).toEqual([false, true, false])
    },
  },
  max_sections: {
    'limits the number of sections': async ({ picture }) => {
      const result = await picture({ ...full, html: BARS, max_sections: 2, max_section_height: 1500 })
      expect(result.height).toBe(3000)
      expect(bandsOf(result)).toEqual(Array.from({ length: 30 }, (_, index) => bandColour(index)))
      const native = { ...full, html: BARS, max_sections: 2, full_page_mode: 'native' } as const
      expect((await picture(native)).height).toBe(9000)
    },
  },
  max_xsections: {
    'limits the number of sections across': async ({ picture }) => {
      const result = await picture({ ...wide, max_section_width: 1000, max_xsections: 2 })
      expect([result.width, result.at(1950, 300)]).toEqual([2000, bandColour(19)])
    },
  },
  show_seams: {
    'draws a line between sections': async ({ picture }) => {
      const html = page('div { height: 9000px }', '<div></div>')
      const result = await picture({ ...full, html, show_seams: true })
      expect(runsOf(result, 5, '#ff00ff')).toEqual([
        [4096, 4098],
        [8192, 8194],
      ])
    },
  },
  show_sections: {
    'tints and numbers sections': async ({ picture }) => {
      const html = page('div { height: 9000px }', '<div></div>')
      const plain = await picture({ ...full, html, show_sections: true })
      const tints = [3000, 4000, 5000, 8100, 8300].map((y) => plain.at(200, y))
      expect(tints[0]).toBe(tints[1])
      expect(tints[2]).toBe(tints[3])
      expect(new Set(tints).size).toBe(3)
    },
  },
}
