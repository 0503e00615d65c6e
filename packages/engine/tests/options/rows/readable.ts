import { expect } from '@jest/globals'
import { imagePath, readPicture } from '@render/testkit'
import { createScratch } from '../../../src/index.ts'
import { readPdf } from '../../documents/poppler.ts'
import type { Rows } from '../probe.ts'

const TEXT = [
  'When the council voted to open the culvert, few people believed that anything would change, least of all the engineers.',
  'The first diggers arrived in March, and by June, there were ducks, and children who watched them from the bridge.',
]
const LATE =
  'A survey, which a script adds, counted eleven species of fish, two of which had not been seen for years.'

/** A picture of 1x1 pixels. */
const DOT = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA='

/** An article in green among furniture in red; a script adds a paragraph at once, and a banner in red for ever. */
const ARTICLE = `<!doctype html><html lang="en"><head><title>The river - Ledger</title><meta name="author" content="Ada Moss">
  <link rel="canonical" href="/river"><meta name="theme-color" content="red"><style>html { background: red } h1 { color: red }</style></head>
  <body><nav><a href="/">Sections of the site</a></nav><main id="main"><article><h1>The river</h1>
  <p onclick="x()">${TEXT[0]}</p><figure><img src="${imagePath('#00ff00', 600, 300)}"><figcaption>Ducks</figcaption></figure>
  <p>A map:<img class="lazyload" src="${DOT}" data-src="${imagePath('#0000ff', 500, 300)}" width="500"></p><noscript><b>NOSCRIPT</b></noscript>
  <p id="second">${TEXT[1]} <a href="next">Survey</a> <a href="javascript:x()">Vote</a></p></article></main>
  <form class="newsletter"><input name="body"><button>Subscribe</button></form><footer>All rights reserved</footer>
  <img name="documentElement" src="data:,"><script>
    const add = (text, where) => { const p = document.createElement('p'); p.textContent = text; where.append(p) }
    add('${LATE}', second.parentElement)
    new MutationObserver(() => document.querySelector('#main') || add('Banner', document.querySelector('body')))
      .observe(document, { childList: true, subtree: true })
  </script></body></html>`

const NOTE = `<div class="theme-admonition theme-admonition-note admonition_xJq3 alert alert--secondary">
  <p class="admonitionHeading_Gvgb">note</p><div class="admonitionContent_BuS1"><p>${TEXT[1]}</p></div></div>`

const LOGIN = `<!doctype html><title>Sign in</title><main><h1>Sign in</h1><form><input name="user"><input type="password">
  <button>Sign in</button></form><p><a href="/forgotten">Forgotten?</a></p></main>`

const NO_ARTICLE = '"readable" found no article, so the page was left as it is.'

export const readable: Rows = {
  readable: {
    'writes the article as a document of its own': async ({ engine, origin }) => {
      const { body, warnings } = await engine.make({
        readable: true,
        html: ARTICLE,
        base_url: origin.url,
        format: 'html',
      })
      const html = String(body)
      expect(warnings).toEqual([])
      expect(html).toMatch(
        /^<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">.*<title>The river<\/title><style>/s,
      )
      expect(html).toContain('<meta name="author" content="Ada Moss">')
      expect(html).toContain(`<link rel="canonical" href="${origin.url}/river">`)
      expect(html).not.toContain('theme-color')
      expect(html).toMatch(/<body><article><h1>The river<\/h1><p class="byline">Ada Moss<\/p>/)
      for (const text of [...TEXT, LATE, 'Ducks', 'Vote']) expect(html).toContain(text)
      expect(html).toContain(`<img src="${origin.url}${imagePath('#00ff00', 600, 300)}">`)
      expect(html).toContain(`src="${origin.url}${imagePath('#0000ff', 500, 300)}"`)
      expect(html).toContain(`<a href="${origin.url}/next">Survey</a>`)
      expect(html).not.toMatch(
        /NOSCRIPT|<script|onclick|javascript:|<form|<input|Sections|Subscribe|rights|Banner/,
      )
    },
    'keeps the questions of an article, and paragraphs that a site charges for': async ({ engine }) => {
      const answer = `<div itemscope itemtype="https://schema.org/Question"><h3 itemprop="name">Who dug?</h3>
        <div itemprop="acceptedAnswer" itemscope itemtype="https://schema.org/Answer"><div itemprop="text">${LATE}</div></div></div>`
      const paid = TEXT.map((text) => `<p class="paywall">${text}</p>`).join('')
      const html = `<title>The river</title><article><h1>The river</h1><p>${TEXT.join(' ')}</p>${paid}${answer.repeat(2)}</article>`
      const { body } = await engine.make({ readable: true, html, format: 'html' })
      const parts = String(body).split(/(?=<h1>|<p|<h3>)/)
      const countOf = (text: string) => parts.filter((part) => part.includes(text)).length
      expect([...TEXT, 'Who dug?', LATE].map(countOf)).toEqual([2, 2, 2, 2])
    },
    'replaces the page before a picture, with its pictures loaded, and in the document beside it': async ({
      engine,
      origin,
    }) => {
      const { body, files } = await engine.make({
        readable: true,
        html: ARTICLE,
        base_url: origin.url,
        full_page: true,
        save_html: true,
      })
      const picture = await readPicture(body)
      const column = (x: number) =>
        new Set(Array.from({ length: picture.height }, (_, y) => picture.at(x, y)))
      expect([...column(2)]).toEqual(['#ffffff'])
      expect([...column(picture.width / 2)]).toContain('#00ff00')
      expect(String(files[0]!.body)).toMatch(/<article><h1>The river/)
    },
    'is captured in one piece when it is larger than a section, with a warning when sections were to be seen':
      async ({ engine }) => {
        const html = `<title>The river</title><article><h1>The river</h1>${`<p>${TEXT[0]}</p>`.repeat(40)}</article>`
        const options = { readable: true, html, full_page: true, max_section_height: 1000 }
        const { height, warnings } = await engine.make(options)
        expect([height > 2000, warnings]).toEqual([true, []])
        expect((await engine.make({ ...options, show_seams: true })).warnings).toEqual([
          '"full_page_mode": the page was captured in one piece because its scripts are disabled.',
        ])
      },
    'has the style of "css", whose last block need not be closed': async ({ picture }) => {
      const html = `<title>The river</title><article><h1>The river</h1><p>${TEXT.join(' ')}</p></article>`
      const options = { readable: true, html, css: 'body { background: #00ff00' }
      expect((await picture(options)).at(2, 2)).toBe('#00ff00')
    },
    'replaces the page before a print': async ({ engine, origin }) => {
      await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
      const options = { readable: true, html: ARTICLE, base_url: origin.url, format: 'pdf' } as const
      const { body } = await engine.make(options, { scratch })
      await using file = await readPdf(body)
      const text = (await file.texts()).join(' ').replaceAll(/\s+/g, ' ')
      for (const each of ['The river', 'Ada Moss', ...TEXT, LATE]) expect(text).toContain(each)
      expect(text).not.toMatch(/Sections|Subscribe|rights|Banner/)
    },
    'reads the article of an element, which is then what is shown of it': async ({ engine, origin }) => {
      const { body, warnings } = await engine.make({
        readable: true,
        html: ARTICLE,
        base_url: origin.url,
        selector: '#main',
        fragment: true,
        format: 'html',
      })
      expect(String(body)).toMatch(/^<h1>The river<\/h1><p class="byline">/)
      expect(warnings).toEqual([])
    },
    'converts the article to Markdown, also of an element': async ({ engine, origin }) => {
      const { body, warnings } = await engine.make({
        readable: true,
        html: ARTICLE.replace('</article>', `${NOTE}</article>`),
        base_url: origin.url,
        selector: '#main',
        format: 'md',
      })
      const text = String(body)
      expect(warnings).toEqual([])
      expect(text).toMatch(/^---\ncanonical: "[^"]*\/river"\nmeta-author: "Ada Moss"\n/)
      expect(text).toMatch(/^# The river$/m)
      expect(text).toContain(`> **note**\n>\n> ${TEXT[1]}\n`)
      for (const each of ['Ada Moss', ...TEXT, LATE, `[Survey](${origin.url}/next)`])
        expect(text).toContain(each)
      expect(text).not.toMatch(/NOSCRIPT|Sections|Subscribe|rights|Banner|javascript:/)
    },
    'keeps boxes as they are ticked, old elements, and formulas that are drawn': async ({ engine }) => {
      const html = `<title>The river</title><article><h1>The river</h1><p>${TEXT.join(' ')}</p>
        <ul><li><input type="checkbox"> Fish</li><li><input type="checkbox" checked> Ducks</li></ul>
        <p><strike>Old</strike> <tt>text</tt> and <mjx-container><mjx-math data-latex="x^2"><mjx-c>𝑥</mjx-c></mjx-math></mjx-container>,
        said twice.</p></article><script>for (const box of document.querySelectorAll('input')) box.click()</script>`
      const { body } = await engine.make({ readable: true, html, format: 'md' })
      expect(String(body)).toContain('- [x] Fish\n- [ ] Ducks\n\n~~Old~~ `text` and $x^2$,')
    },
    'shows pictures as large as styles do, whatever their attributes say': async ({ engine, origin }) => {
      const [large, dot] = [imagePath('#00ff00', 600, 300), imagePath('#ff0000', 1, 1)]
      const html = `<title>The river</title><article><h1>The river</h1><p>${TEXT[0]}</p>
        <p><img src="${large}" width="1" height="1" style="width: 100%; height: auto"><img src="${dot}" width="1" height="1"></p>
        <p>${TEXT[1]}</p></article>`
      const { body } = await engine.make({ readable: true, html, base_url: origin.url, format: 'html' })
      expect(String(body).match(/<img[^>]*>/g)).toEqual([`<img src="${origin.url}${large}">`])
    },
    'leaves a page without an article as it is, with a warning': async ({ engine }) => {
      const { body, warnings } = await engine.make({ readable: true, html: LOGIN, format: 'html' })
      expect(String(body)).toContain('<input type="password">')
      expect(warnings).toEqual([NO_ARTICLE])
    },
  },
}
