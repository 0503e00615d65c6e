import { expect } from '@jest/globals'
import { isNightly, listenOn, ORIGIN_HOST, readPicture, type Picture } from '@render/testkit'
import { createScratch } from '../../../src/index.ts'
import { readPdf } from '../../documents/poppler.ts'
import { page } from '../../test-engine.ts'
import { BLUE, GREEN, RED, WHITE } from '../colours.ts'
import type { Rows } from '../probe.ts'

const BARE = page('p { width: 100px; height: 100px; margin: 0; background: #0f0 }', '<p></p>')

/** Styles and the colour of a page with them. */
const OTHER_BACKGROUNDS: [string, string][] = isNightly
  ? [
      ['html { background: #00f }', BLUE],
      ['body { background: #00f; height: 2000px }', BLUE],
      ['* { background: #00f }', BLUE],
      [':where(html) { background: none }', WHITE],
    ]
  : []

export const appearance: Rows = {
  transparent: {
    'png, webp and avif are transparent where the page draws nothing': async ({ engine }) => {
      const options = { html: BARE, width: 200, height: 100 }
      for (const format of ['png', 'webp', 'avif'] as const) {
        const clear = await readPicture((await engine.make({ ...options, format, transparent: true })).body)
        expect([clear.rgba(150, 50)[3], clear.rgba(50, 50)[3]]).toEqual([0, 255])
      }
      const white = await readPicture((await engine.make({ ...options, format: 'png' })).body)
      expect(white.rgba(150, 50)).toEqual([255, 255, 255, 255])
    },
    'holds below the viewport, and in a page that is captured in sections': async ({ picture }) => {
      const html = page(
        'p { height: 10000px; margin: 0; background: #0f0 } p + p { width: 100px }',
        '<p></p><p></p>',
      )
      const narrow = { width: 200, full_page: true, transparent: true }
      const result = await picture({ html, ...narrow })
      expect([50, 150].map((x) => result.rgba(x, 5000)[3])).toEqual([255, 255])
      expect([50, 150].map((x) => result.rgba(x, 19_000)[3])).toEqual([255, 0])
      // A page with a fixed element is captured in sections, with the same result.
      const bar = '<b style="position: fixed; top: 0; right: 0">bar</b>'
      const scrolled = await picture({ html: html + bar, ...narrow })
      const column = Array.from({ length: 200 }, (_, at) => scrolled.rgba(50, at * 100 + 50)[3])
      expect([new Set(column), scrolled.rgba(150, 19_000)[3]]).toEqual([new Set([255]), 0])
    },
    'jpg and "bg_color" give an opaque background': async ({ picture }) => {
      expect((await picture({ html: BARE, transparent: true, format: 'jpg' })).at(500, 500)).toBe(WHITE)
      expect((await picture({ html: BARE, transparent: true, bg_color: 'red' })).at(500, 500)).toBe(RED)
    },
  },
  bg_color: {
    'is seen where the page has no background, also faint over a transparent picture': async ({
      picture,
    }) => {
      for (const html of [BARE, '<p>fragment'])
        expect((await picture({ html, bg_color: '#f00' })).at(600, 500)).toBe(RED)
      const faint = await picture({ html: BARE, bg_color: 'rgb(255 0 0 / 50%)', transparent: true })
      expect(faint.rgba(600, 500)[3]).toBe(128)
    },
    'is seen in a document that "js" leads to, and not where that has a background': async ({ picture }) => {
      await using site = await listenOn(ORIGIN_HOST, (req, res) => {
        const style = req.url === '/own' ? 'html { background: #00f }' : ''
        res.setHeader('content-type', 'text/html').end(page(style))
      })
      for (const [path, colour] of [
        ['/bare', RED],
        ['/own', BLUE],
      ] as const) {
        const later = { bg_color: '#f00', js: `location.href = '${path}'` }
        expect((await picture({ url: site.url, ...later })).at(600, 500)).toBe(colour)
      }
    },
    'any background of the page wins, even a transparent one': async ({ picture }) => {
      for (const [style, colour] of [
        ['html { background-image: linear-gradient(#00f, #00f); height: 100% }', BLUE],
        ['body { background: transparent; height: 2000px }', WHITE],
        ['@layer base { body { background-color: transparent } }', WHITE],
        ['* { transition: all 60s } body { /* background: #00f; */ background: no-such-colour }', RED],
        ...OTHER_BACKGROUNDS,
      ] as const)
        expect((await picture({ html: page(style), bg_color: '#f00' })).at(600, 500)).toBe(colour)
      expect((await picture({ html: '<body bgcolor="#00f">', bg_color: '#f00' })).at(600, 500)).toBe(BLUE)
    },
    'a background that the page gets later wins, on whichever element': async ({ picture }) => {
      for (const element of ['documentElement', 'body']) {
        const colour = `document.${element}.style.background = '#00f'`
        const onScroll = `<script>addEventListener('scroll', () => { ${colour} })</script>`
        const tall = page('main { height: 3000px }', `<main></main>${onScroll}`)
        expect((await picture({ html: BARE, bg_color: '#f00', js: colour })).at(600, 90)).toBe(BLUE)
        expect((await picture({ html: tall, bg_color: '#f00', lazyload: true })).at(600, 500)).toBe(BLUE)
      }
    },
  },
  dark_mode: {
    'the page prefers a dark colour scheme': async ({ picture }) => {
      const html = page(
        'body { background: #f00 } @media (prefers-color-scheme: dark) { body { background: #0f0 } }',
      )
      expect((await picture({ html })).at(5, 5)).toBe(RED)
      expect((await picture({ html, dark_mode: true })).at(5, 5)).toBe(GREEN)
      const light = page('@media (prefers-color-scheme: light) { body { background: #0f0 } }')
      expect((await picture({ html: light })).at(5, 5)).toBe(GREEN)
    },
  },
  reduced_motion: {
    'the page prefers reduced motion': async ({ picture }) => {
      const html = page(
        'body { background: #f00 } @media (prefers-reduced-motion: reduce) { body { background: #0f0 } }',
      )
      expect((await picture({ html })).at(5, 5)).toBe(RED)
      // It works together with another media feature.
      expect((await picture({ html, reduced_motion: true, dark_mode: true })).at(5, 5)).toBe(GREEN)
    },
  },
  media: {
    'print styles apply': async ({ picture }) => {
      const html = page('body { background: #f00 } @media print { body { background: #0f0 } }')
      expect((await picture({ html })).at(5, 5)).toBe(RED)
      expect((await picture({ html, media: 'print' })).at(5, 5)).toBe(GREEN)
      expect((await picture({ html, media: 'screen' })).at(5, 5)).toBe(RED)
    },
    'works for an address, together with other media features': async ({ origin, picture }) => {
      // It works in the process that loads an address, and together with other features.
      const url = `${origin.url}/print-styles`
      expect((await picture({ url, media: 'print' })).at(5, 5)).toBe(GREEN)
      expect((await picture({ url, media: 'print', dark_mode: true })).at(5, 5)).toBe(GREEN)
      const dark = { url: `${origin.url}/dark-mode`, media: 'print', dark_mode: true } as const
      expect((await picture(dark)).at(5, 5)).toBe('#000000')
    },
    'reaches frames of other sites, of an address and of markup': async ({ engine, origin, picture }) => {
      const frame = (path: string) => `<iframe src="${origin.otherUrl}${path}"></iframe>`
      const html = page(
        'iframe { display: block; border: 0; width: 400px; height: 200px }',
        frame('/print-styles') + frame('/dark-mode'),
      )
      await using site = await listenOn(ORIGIN_HOST, (_, res) => {
        res.writeHead(200, { 'content-type': 'text/html' }).end(html)
      })
      for (const target of [{ url: site.url }, { html }]) {
        const shown = await picture({ ...target, media: 'print', dark_mode: true })
        expect([shown.at(50, 50), shown.at(50, 250)]).toEqual([GREEN, '#000000'])
        expect((await picture(target)).at(50, 150)).toBe(RED)
        await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
        const { body } = await engine.make({ ...target, format: 'pdf', media: 'screen' }, { scratch })
        await using file = await readPdf(body)
        expect((await readPicture(await file.draw(24))).at(12, 37)).toBe(RED)
      }
    },
  },
  disable_animations: {
    'animations of styles, scripts, shadow trees and frames are at their end': async ({ picture }) => {
      // The animations of a style sheet, of a script, in a shadow tree and in a frame would each take a minute.
      const grow = '@keyframes grow { from { width: 10px } to { width: 100px } } '
      const box = 'height: 50px; width: 10px; margin: 0; background: #0f0;'
      const framed = `<style>${grow} body { margin: 0 } p { ${box} animation: grow 60s forwards }</style><p></p>`
      const html = page(
        `${grow} p, i { ${box} display: block } p { animation: grow 60s forwards } iframe { border: 0; display: block; width: 300px; height: 50px }`,
        `<p></p><i></i><section></section><iframe srcdoc="${framed}"></iframe><script>
          document.querySelector('i').animate({ width: ['10px', '100px'] }, { duration: 60000, fill: 'forwards' })
          const root = document.querySelector('section').attachShadow({ mode: 'open' })
          root.innerHTML = '<style>${grow} p { ${box} animation: grow 60s forwards }</style><p></p>'
        </script>`,
      )
      const moving = await picture({ html })
      const ended = await picture({ html, disable_animations: true })
      for (const y of [25, 75, 125, 175])
        expect([moving.at(90, y), ended.at(90, y), ended.at(110, y)]).toEqual([WHITE, GREEN, WHITE])
    },
    'an endless animation is at its beginning, and a transition has ended': async ({ picture }) => {
      const style =
        '@keyframes turn { from { left: 400px } to { left: 600px } } p { position: absolute; top: 0; margin: 0; width: 100px; height: 50px; background: #0f0; animation: turn 60s 30s infinite } i { display: block; width: 10px; height: 50px; background: #00f; margin-top: 100px; transition: width 60s } .late i { width: 100px }'
      const script =
        '<script>onload = () => { document.body.offsetWidth; document.body.className = "late" }</script>'
      const html = page(style, `<p></p><i></i>${script}`)
      const result = await picture({ html, disable_animations: true })
      expect([result.at(50, 25), result.at(450, 25), result.at(90, 125)]).toEqual([GREEN, WHITE, BLUE])
      expect((await picture({ html })).at(90, 125)).toBe(WHITE)
    },
  },
  disable_ligatures: {
    'letters have the same positions as without ligatures, also in a document that "js" leads to': async ({
      picture,
    }) => {
      // Without ligatures, letters have the same positions as with invisible characters between them.
      const text = (letters: string) => page('p { font: 100px "Noto Serif" }', `<p>${letters}</p>`)
      const request = { width: 600, height: 300 }
      const joined = await picture({ ...request, html: text('office difficult') })
      const apart = await picture({ ...request, html: text('office difficult'), disable_ligatures: true })
      const parted = await picture({ ...request, html: text('of\u200cf\u200cice dif\u200cf\u200cicult') })
      expect(differ(apart, parted)).toBe(false)
      expect(differ(apart, joined)).toBe(true)
      await using site = await listenOn(ORIGIN_HOST, (_req, res) => {
        res.setHeader('content-type', 'text/html').end(text('office difficult'))
      })
      const led = { url: site.url, js: "location.href = '/later'", disable_ligatures: true }
      expect(differ(await picture({ ...request, ...led }), parted)).toBe(false)
    },
  },
  highlight: {
    'words are marked in any case': async ({ picture }) => {
      const html = page('p { font: 40px/60px monospace; margin: 0; color: #00f }', '<p>one TWO three</p>')
      // Each letter is about 24 px wide: the second word begins at 96.
      const result = await picture({ html, highlight: 'two' })
      expect([result.at(2, 3), result.at(98, 10)]).toEqual([WHITE, RED])
      const both = await picture({ html, highlight: 'nothing|three|on' })
      expect([both.at(2, 10), both.at(60, 10), both.at(98, 10), both.at(196, 10)]).toEqual([
        RED,
        WHITE,
        WHITE,
        RED,
      ])
    },
    'a term is found across a line break of the markup, without the blanks around it': async ({
      picture,
    }) => {
      const html = page('p { font: 40px/60px monospace; margin: 0 }', '<p>one\n  two, three</p>')
      const result = await picture({ html, highlight: 'one two | three' })
      expect([2, 98, 220].map((x) => result.at(x, 10))).toEqual([RED, RED, RED])
    },
    'terms are plain text, and the longest of overlapping terms counts': async ({ engine }) => {
      const html = page('p { font: 40px/60px monospace; margin: 0 }', '<p>a.c &lt;b&gt; abc</p>')
      const result = await readPicture((await engine.make({ html, highlight: '.|<b>|<' })).body)
      expect([2, 26, 50, 98, 122, 146, 194].map((x) => result.at(x, 10))).toEqual([
        WHITE,
        RED,
        WHITE,
        RED,
        RED,
        RED,
        WHITE,
      ])
      for (const highlight of ['xyz| ', '|||', ' '])
        expect((await engine.make({ html, highlight })).warnings).toEqual([
          expect.stringContaining('"highlight"'),
        ])
    },
    'text keeps its place in a flex box, whatever the page styles marks with': async ({ picture }) => {
      const html = page(
        'p { font: 40px/60px monospace; margin: 0; display: flex; justify-content: space-between } p *, mark { display: block; padding: 30px !important; flex: 1 }',
        '<p>one <!-- a comment -->two one</p>',
      )
      const result = await picture({ html, highlight: 'two' })
      expect([2, 98, 166, 170, 320].map((x) => result.at(x, 10))).toEqual([WHITE, RED, RED, WHITE, WHITE])
    },
    'text in a drawing does not change': async ({ picture }) => {
      const html = page('text { font: 40px monospace; fill: #0f0 }', '<svg><text y="40">\u2588</text></svg>')
      expect((await picture({ html, highlight: '\u2588' })).at(12, 30)).toBe(GREEN)
    },
  },
  highlightbg: {
    "sets the background of the marks over the page's own": async ({ picture }) => {
      const html = page(
        'p { font: 40px/60px monospace; margin: 0 } mark { background: #f00 !important }',
        '<p>one</p>',
      )
      expect((await picture({ html, highlight: 'one', highlightbg: '#0f0' })).at(2, 10)).toBe(GREEN)
    },
  },
  highlightfg: {
    'sets the colour of the marked text': async ({ picture }) => {
      // The letter is a solid block.
      const html = page('p { font: 40px/60px monospace; margin: 0 }', '<p>\u2588</p>')
      const result = await picture({ html, highlight: '\u2588', highlightfg: '#0f0', highlightbg: '#00f' })
      expect(result.at(12, 30)).toBe(GREEN)
    },
  },
}

function differ(a: Picture, b: Picture): boolean {
  return !a.pixels.equals(b.pixels)
}
