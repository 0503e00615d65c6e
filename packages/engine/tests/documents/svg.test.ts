import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { differingShare, listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { createScratch, type Scratch } from '../../src/index.ts'
import { page, shareTestEngine, type TestEngine } from '../test-engine.ts'

const OWN = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" width="120" height="80" onload="ran()">
  <script>document.documentElement.setAttribute('class', 'ran')</script>
  <a href="java&#10;script:ran()"><circle r="40" cx="60" cy="40" fill="lime" onclick="ran()"/><animate attributeName="x:href" values="#;javascript:ran()" dur="9s"/></a>
  <foreignObject width="60" height="40"><body xmlns="http://www.w3.org/1999/xhtml" style="margin:0" onload="ran()">
    <script>ran()</script><iframe srcdoc="inner"/><object data="inner"/><embed src="inner"/><frame src="inner"/><frameset><frame src="inner"/></frameset><a href="javascript:ran()">link</a><br/>
    <style>p { margin: 0; height: 40px; background: red }</style><p>label</p><pre>
one</pre><textarea>two</textarea></body></foreignObject></svg>`

const RICH = page(
  `body { font: 20px sans-serif; background: #eef } h1 { color: navy } .row { display: flex; gap: 12px }
  .row div { flex: 1; height: 120px; border: 3px solid teal; border-radius: 16px; background: linear-gradient(red, gold) }
  td { border: 1px solid; padding: 6px } .hidden { visibility: hidden } @media print { body { display: none } }`,
  `<h1>A page with some of everything</h1><div class="row"><div>one</div><div>two</div><div>three</div></div>
  <table><tr><td>cell</td><td>another cell</td></tr></table><p>A paragraph with <b>bold</b> and <i>italic</i> text.</p>
  <svg width="100" height="100"><circle cx="50" cy="50" r="40" fill="purple"/></svg><p class="hidden">nothing</p>
  <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='80' height='80'><rect width='80' height='80' fill='green'/></svg>">`,
)

let engine: TestEngine
let scratch: Scratch
let server: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  engine = await shareTestEngine()
  server = await listenOn(ORIGIN_HOST, (_, res) => {
    res.writeHead(200, { 'content-type': 'image/svg+xml' }).end(OWN)
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await scratch[Symbol.asyncDispose]()
  await engine[Symbol.asyncDispose]()
})

async function draw(options: GivenOptions) {
  const { body, main, warnings } = await engine.make(
    { width: 800, height: 600, format: 'svg', ...options },
    { scratch },
  )
  return { text: String(body), facts: main.facts, isFile: 'path' in main.body, warnings }
}

/** Draws an SVG in the browser, at its own size; one that is no XML is not shown. */
async function drawnBack({ text, facts }: Awaited<ReturnType<typeof draw>>): Promise<Buffer> {
  const address = `data:image/svg+xml;base64,${Buffer.from(text).toString('base64')}`
  const html = page('img { display: block }', `<img src="${address}">`)
  return (await engine.make({ html, width: facts.width!, height: facts.height!, transparent: true })).body
}

describe('svg', () => {
  test('shows what is as high as the viewport at that height', async () => {
    const html = page(
      'section { height: 100vh; padding: 10vh 0; box-sizing: border-box; display: flex; align-items: center; background: #0f0 } b { width: 200px; height: 100px; background: #00f } main { height: 2000px; background: #f00 }',
      '<section><b></b></section><main></main>',
    )
    const [drawing, live] = await Promise.all([
      draw({ html }),
      engine.make({ html, width: 800, height: 600 }),
    ])
    expect(await differingShare(await drawnBack(drawing), live.body)).toBeLessThan(0.01)
    const whole = await draw({ html, full_page: true })
    expect(whole.facts.height).toBe(2600)
    const back = await readPicture(await drawnBack(whole))
    expect([back.at(100, 300), back.at(400, 100), back.at(400, 2500)]).toEqual([
      '#0000ff',
      '#00ff00',
      '#ff0000',
    ])
  })

  test('looks like the page on a screen, and refers to nothing outside', async () => {
    const drawing = await draw({ html: RICH })
    expect(drawing.facts).toEqual({ width: 800, height: 600 })
    expect(drawing.text).toMatch(/^<\?xml.*\?>\n<svg [^>]*width="800" height="600" viewBox="0 0 800 600">/)
    expect(drawing.text).not.toMatch(/<script|href="(?!#|data:)|url\((?!#)/)
    const [back, live] = await Promise.all([
      drawnBack(drawing),
      engine.make({ html: RICH, width: 800, height: 600 }),
    ])
    const other = await engine.make({ html: page('body { background: #123 }'), width: 800, height: 600 })
    expect(await differingShare(await opaque(back), await opaque(live.body))).toBeLessThan(0.02)
    expect(await differingShare(await opaque(back), await opaque(other.body))).toBeGreaterThan(0.1)
    const malformed = await drawnBack({ ...drawing, text: drawing.text.replace('</g></svg>', '</svg>') })
    expect(await differingShare(await opaque(malformed), await opaque(live.body))).toBeGreaterThan(0.1)
  })

  test('has shapes for text, not one picture of the page, and stays a file', async () => {
    const { text, isFile } = await draw({ html: page('', '<h1>vector</h1>') })
    expect(text).toMatch(/<(?:path|use)\b/)
    expect(text).not.toContain('<image')
    expect(isFile).toBe(true)
  })

  test('of a page that is wider than the viewport looks like it', async () => {
    const html = page(
      `body { font: 20px sans-serif } div { width: 1500px; height: 50px; background: teal } p { text-align: right; margin: 8px }
      nav { position: fixed; top: 0; right: 0; background: gold } i { position: absolute; left: 700px; top: 200px; width: 400px; height: 60px; background: red }`,
      '<nav>fixed to the right</nav><p>text at the right</p><div></div><p>more text at the right</p><i></i>',
    )
    const size = { width: 800, height: 300 }
    const [drawing, live] = await Promise.all([draw({ html, ...size }), engine.make({ html, ...size })])
    expect(drawing.facts).toEqual(size)
    expect(
      await differingShare(await opaque(await drawnBack(drawing)), await opaque(live.body)),
    ).toBeLessThan(0.02)
  })

  test('has columns and the width of the viewport as on a screen, and all that comes after a break', async () => {
    const html = page(
      `body { margin: 0; overflow-x: hidden; background: #eef; font: 20px sans-serif } nav { position: absolute; left: 100%; width: 300px; height: 40px }
      .hero { width: 100vw; height: 50px; background: linear-gradient(90deg, red, gold); text-align: center }
      main { columns: 3 } .card { break-inside: avoid; height: 70px; margin: 0; background: teal } .next { break-before: column }
      .page-break { page-break-after: always !important }`,
      `<nav></nav><div class="hero">hero</div><main>${'<p class="card">card</p>'.repeat(4)}<p class="next">next</p></main>
      <p class="page-break">before</p><p>after the break</p>`,
    )
    const size = { width: 800, height: 400 }
    const [drawing, live] = await Promise.all([draw({ html, ...size }), engine.make({ html, ...size })])
    const back = await opaque(await drawnBack(drawing))
    expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.02)
  })

  test('is dark as on a screen with dark_mode', async () => {
    const html = page(
      `:root { color-scheme: light dark } p { color: light-dark(green, gold) } @media (prefers-color-scheme: dark) { b { color: red } }
      aside { color-scheme: light; background: Canvas; color: CanvasText; width: 200px; height: 60px }`,
      `<p>text</p><b>media</b><aside>light</aside><div><template shadowrootmode="open"><style>p { color-scheme: dark light; background: Canvas; height: 50px }</style><p>shadow</p></template></div>
      <iframe srcdoc="<meta name='color-scheme' content='light dark'><button>frame</button>"></iframe>`,
    )
    const given = { html, width: 400, height: 400, dark_mode: true }
    const [drawing, live] = await Promise.all([draw(given), engine.make(given)])
    const back = await opaque(await drawnBack(drawing))
    expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.03)
  })

  test.each([
    ['the end of the first viewport', 'footer { position: absolute; bottom: 10% }'],
    ['a transformed element', 'main { translate: 0 50px } footer { position: fixed; bottom: 700px }'],
  ])('has what is placed by %s where the page has it', async (_, style) => {
    const html = page(
      `main { height: 1000px; background: teal } footer { left: 0; right: 0; height: 40px; background: gold } ${style}`,
      '<main><footer></footer></main>',
    )
    const size = { width: 400, height: 300 }
    for (const scroll_to of [undefined, 100]) {
      const given = { html, ...size, scroll_to }
      const [drawing, live] = await Promise.all([draw(given), engine.make(given)])
      const back = await opaque(await drawnBack(drawing))
      expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.01)
    }
  })

  test.each([
    ['a gradient of the body', 'body { background: linear-gradient(gold, teal) fixed }'],
    ['a picture that covers the viewport', 'body { background: url(PICTURE) 30% 100% / cover fixed, teal }'],
    [
      'layers of the root',
      'html { background: url(PICTURE) right 20px bottom calc(50% + 20px) / 25% no-repeat fixed, linear-gradient(gold, 60%, teal) fixed }',
    ],
    ['a gradient of an element', 'main { height: 200px; background: linear-gradient(gold, teal) fixed }'],
    [
      'a generated box',
      "body::before { content: ''; position: fixed; inset: 0 10% 0 0; margin: 10px; z-index: -1; background: linear-gradient(gold, teal) }",
    ],
  ])('has a background that is fixed to the viewport where the page has it: %s', async (_, style) => {
    const square = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#f00' } })
      .composite([
        { input: { create: { width: 30, height: 20, channels: 3, background: '#00f' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer()
    const own = style.replace('PICTURE', `data:image/png;base64,${square.toString('base64')}`)
    const html = page(`body { height: 1500px } ${own}`, '<main></main>')
    for (const scroll_to of [undefined, 50]) {
      const given = { html, width: 400, height: 300, scroll_to }
      const [drawing, live] = await Promise.all([draw(given), engine.make(given)])
      const back = await opaque(await drawnBack(drawing))
      expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.02)
    }
  })

  test('has repeated pictures, bars at the edges of the viewport and canvases where the page has them', async () => {
    const tile =
      "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' width='100' height='100'><rect width='50' height='100' fill='teal'/></svg>\")"
    const html = page(
      `main { height: 1000px; background: ${tile} } footer { position: fixed; bottom: 0; right: 0; width: 50%; height: 40px; background: gold; translate: 0 -10px }
      canvas { display: block }`,
      `<canvas width="200" height="100"></canvas><main></main><footer></footer><script>
        const gl = document.querySelector('canvas').getContext('webgl'); gl.clearColor(1, 0, 0, 1); gl.clear(gl.COLOR_BUFFER_BIT)</script>`,
    )
    const size = { width: 400, height: 300 }
    const [drawing, live] = await Promise.all([draw({ html, ...size }), engine.make({ html, ...size })])
    expect(
      await differingShare(await opaque(await drawnBack(drawing)), await opaque(live.body)),
    ).toBeLessThan(0.05)
  })

  test('keeps the colours of emoji and shadows', async () => {
    const size = { width: 300, height: 200 }
    const emoji = {
      html: page('p { font: 80px sans-serif; margin: 20px }', '<p>\u{1f34e}\u{1f383}</p>'),
      ...size,
    }
    // Without colours a fifth differs.
    const [back, live] = [await drawnBack(await draw(emoji)), (await engine.make(emoji)).body]
    expect(await differingShare(await opaque(back), await opaque(live))).toBeLessThan(0.1)
    const box =
      'div { margin: 60px; width: 80px; height: 80px; background: white; box-shadow: 0 0 30px 20px blue }'
    const shadow = await readPicture(await drawnBack(await draw({ html: page(box, '<div></div>'), ...size })))
    expect(shadow.at(50, 100)).toMatch(/^#[0-7].[0-7].f/)
  })

  test('keeps the shadows of filters', async () => {
    const card =
      'div { margin: 40px; width: 120px; height: 80px; background: white; filter: drop-shadow(0 12px 8px #0009) }'
    const given = { html: page(card, '<div>card</div>'), width: 200, height: 200 }
    const [back, live] = await Promise.all([
      draw(given).then(drawnBack).then(readPicture),
      engine.make(given).then(({ body }) => readPicture(body)),
    ])
    const [drawn] = back.rgba(100, 128)
    const [shown] = live.rgba(100, 128)
    expect(Math.abs(drawn - shown)).toBeLessThan(8)
    expect(drawn).toBeLessThan(200)
  })

  test('has soft shadows, also of boxes without a background and beside repeated pictures', async () => {
    const tile = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'gold' } })
      .composite([
        { input: { create: { width: 10, height: 20, channels: 3, background: 'teal' } }, left: 0, top: 0 },
      ])
      .png()
      .toBuffer()
    const html = page(
      `body { margin: 0; font: 20px sans-serif } div { float: left; width: 150px; height: 100px; margin: 40px; border-radius: 12px }
      .filled { background: white } div { box-shadow: 0 8px 24px rgb(0 0 0 / .25) } h1 { text-shadow: 0 2px 8px rgb(0 0 0 / .3) }
      main { clear: both; height: 200px; background: url(data:image/png;base64,${tile.toString('base64')}) 3px 5px }`,
      '<div class="filled"></div><div></div><h1>Title</h1><main></main>',
    )
    const size = { width: 640, height: 400 }
    const [drawing, live] = await Promise.all([draw({ html, ...size }), engine.make({ html, ...size })])
    expect(drawing.text).toContain('<pattern')
    const back = await opaque(await drawnBack(drawing))
    expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.02)
  })

  test('is of the whole page, or of an element', async () => {
    const html = page(
      'div { height: 2000px; background: red } p { margin: 0; height: 50px; width: 200px; background: lime }',
      '<div></div><p></p>',
    )
    const whole = await draw({ html, full_page: true })
    expect(whole.facts).toEqual({ width: 800, height: 2050 })
    const picture = await readPicture(await drawnBack(whole))
    expect([picture.at(100, 1990), picture.at(100, 2010)]).toEqual(['#ff0000', '#00ff00'])
    const element = await draw({ html, selector: 'p' })
    expect(element.facts).toEqual({ width: 200, height: 50 })
    expect((await readPicture(await drawnBack(element))).at(199, 49)).toBe('#00ff00')
  })

  test.each([
    ['a fixed element', 'top: 50%; left: 50%; translate: -50% -50%', 'show'],
    ['a bar at the end of the viewport', 'bottom: 0; margin: 0', 'show'],
    ['a modal dialog', '', 'showModal'],
    ['an absolute modal dialog', 'position: absolute', 'showModal'],
  ])('is of %s', async (_, style, open) => {
    const html = page(
      `main { height: 3000px; background: red } dialog { position: fixed; box-sizing: border-box; width: 200px; height: 100px; padding: 0; border: 10px solid blue; background: lime; ${style} }`,
      `<main></main><dialog></dialog><script>document.querySelector('dialog').${open}()</script>`,
    )
    const { facts, ...drawing } = await draw({ html, selector: 'dialog' })
    expect(facts).toEqual({ width: 200, height: 100 })
    const back = await readPicture(await drawnBack({ facts, ...drawing }))
    expect([back.at(5, 5), back.at(100, 50), back.at(195, 95)]).toEqual(['#0000ff', '#00ff00', '#0000ff'])
  })

  test('of a page that is higher than wide has the styles for the proportions of the viewport', async () => {
    const html = page(
      'body { background: lime } @media (orientation: portrait) { body { background: red } } main { height: 3000px }',
      '<main></main>',
    )
    const back = await readPicture(await drawnBack(await draw({ html, full_page: true })))
    expect(back.at(400, 1500)).toBe('#00ff00')
  })

  test('of a page from right to left that is wider than the viewport has its place', async () => {
    const html = page(
      'html { direction: rtl } main { width: 2000px; height: 600px; background: linear-gradient(to left, #f00 50%, #00f 50%) } b { mix-blend-mode: multiply }',
      '<main></main><b>word</b>',
    )
    for (const options of [{}, { full_page: true }, { full_page: true, full_width: true }]) {
      const [drawing, live] = await Promise.all([
        draw({ html, ...options }),
        engine.make({ html, width: 800, height: 600, ...options }),
      ])
      const back = await opaque(await drawnBack(drawing))
      expect(await differingShare(back, await opaque(live.body))).toBeLessThan(0.01)
    }
  })

  test('of a long page from right to left has its text', async () => {
    const html = page('html { direction: rtl } div { height: 25000px }', '<div>first</div>')
    expect((await draw({ html, full_page: true })).text).toMatch(/<(?:path|use)\b/)
  })

  test('has the pictures that were chosen for the screen, and asks for no others', async () => {
    const asked: string[] = []
    const square = `<svg xmlns="http://www.w3.org/2000/svg" width="80" height="80"><rect width="80" height="80"/></svg>`
    await using site = await listenOn(ORIGIN_HOST, (req, res) => {
      asked.push(req.url!)
      res.writeHead(200, { 'content-type': 'image/svg+xml' }).end(square)
    })
    const html = page(
      '',
      `<picture><source media="(max-width: 900px)" srcset="/other"><img srcset="/sharp 2x, /sharper 3x" src="/chosen"></picture>
      <picture><source srcset="/chosen" width="30" height="150"><img src="/chosen" width="60"></picture>`,
    )
    const given = { html, base_url: `${site.url}/page`, width: 1280, height: 600 }
    const back = await drawnBack(await draw(given))
    const live = await engine.make(given)
    expect(await differingShare(await opaque(back), await opaque(live.body))).toBeLessThan(0.001)
    expect(asked).toEqual(['/chosen', '/chosen'])
  })

  test('has a white ground unless it is transparent', async () => {
    const html = page('', '<h1>text</h1>')
    const corner = async (options: GivenOptions) =>
      (await readPicture(await drawnBack(await draw({ html, ...options })))).rgba(799, 599)
    expect(await corner({})).toEqual([255, 255, 255, 255])
    expect((await corner({ transparent: true }))[3]).toBe(0)
  })

  test('of an address with an SVG is its markup without what runs', async () => {
    const drawing = await draw({ url: server.url })
    const { text, facts } = drawing
    expect(facts).toEqual({ width: 120, height: 80 })
    // Its script ran while it was shown.
    expect(text).toContain('class="ran"')
    expect(text).toContain('<circle')
    expect(text).not.toMatch(/script|onload|onclick|<(?:i?frame|object|embed|animate)|inner/i)
    expect(text).toContain('<p>label</p>')
    // Only the parser of HTML leaves out the first line break.
    expect(text).toMatch(/<pre>\none<\/pre><textarea[^>]*>two<\/textarea>/)
    expect((await readPicture(await drawnBack(drawing))).at(5, 35)).toBe('#ff0000')
    const { body: picture } = await engine.make({ url: server.url, width: 120, height: 80 })
    expect((await readPicture(picture)).at(60, 60)).toBe('#00ff00')
  })

  test('of an address with an SVG has the files that it refers to', async () => {
    const own = `<?xml-stylesheet href="own.css"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">
      <style>@import "more.css"; .filled { fill: url(#own) } @keyframes a { to { opacity: 0.5 } }</style>
      <linearGradient id="own"><stop stop-color="#00f"/></linearGradient>
      <image xlink:href="red.png" width="20" height="20"/><use href="sprite.svg#part" x="40"/>
      <rect class="filled" y="40" width="20" height="20"/><rect class="more" x="40" y="40" width="20" height="20"/><rect class="own" x="80" width="20" height="20"/>
      <image href="missing.png" width="1" height="1"/>
      <foreignObject><link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="missing.png"/></foreignObject></svg>`
    const red = await sharp({ create: { width: 2, height: 2, channels: 3, background: '#f00' } })
      .png()
      .toBuffer()
    const files: Record<string, [type: string, body: string | Buffer]> = {
      '/own.svg': ['image/svg+xml', own],
      '/own.css': ['text/css', '.own { fill: #f0f }'],
      '/more.css': ['text/css', '.more { fill: #ff0 }'],
      '/red.png': ['image/png', red],
      '/sprite.svg': [
        'image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg"><rect id="part" width="20" height="20" fill="#0f0"/></svg>',
      ],
    }
    await using site = await listenOn(ORIGIN_HOST, (req, res) => {
      const [type, body] = files[req.url!] ?? ['text/plain', '']
      res.writeHead(type === 'text/plain' ? 404 : 200, { 'content-type': type }).end(body)
    })
    const drawing = await draw({ url: `${site.url}/own.svg` })
    const missing = `${site.url}/missing.png`
    expect(drawing.text).toContain(
      `<link xmlns="http://www.w3.org/1999/xhtml" rel="stylesheet" href="${missing}"/>`,
    )
    expect(drawing.text.replaceAll(missing, '')).not.toMatch(/\.(?:png|svg|css)\b|https?:\/\/127/)
    expect(drawing.text).toContain('@keyframes')
    expect(drawing.warnings).toEqual([`The drawing kept the URL ${missing}: the page did not load it.`])
    await site[Symbol.asyncDispose]()
    const back = await readPicture(await drawnBack(drawing))
    expect([back.at(10, 10), back.at(50, 10), back.at(90, 10), back.at(10, 50), back.at(50, 50)]).toEqual([
      '#ff0000',
      '#00ff00',
      '#ff00ff',
      '#0000ff',
      '#ffff00',
    ])
  })
})

function opaque(picture: Buffer): Promise<Buffer> {
  return sharp(picture).flatten({ background: '#fff' }).png().toBuffer()
}
