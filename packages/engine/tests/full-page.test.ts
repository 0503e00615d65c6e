import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { descendantsOf, freeze, listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { BLUE, GREEN, RED, WHITE } from './options/colours.ts'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

/** The viewport. The tests are about heights: a narrow page takes less CPU time. */
const SIZE = { width: 320, height: 400 }

async function picture(html: string, options = {}) {
  const { body } = await engine.make({ html, full_page: true, ...SIZE, ...options })
  return readPicture(body)
}

const inShadowTree = (markup: string) => `<a-b><template shadowrootmode="open">${markup}</template></a-b>`

/** The content is green with a blue band at the end, and 3000 px high. */
const CONTENT = '<div class="most"></div><div class="last"></div>'
const CONTENT_STYLE = '.most { height: 2900px; background: #0f0 } .last { height: 100px; background: #00f }'

/** A common reset, under which the body scrolls in place of the document. */
const BODY_SCROLLS = 'html, body { height: 100%; overflow-x: hidden }'

describe('an element that scrolls in place of the document is captured completely', () => {
  test.each([
    ['the body', 'html, body { height: 100% } html { overflow: hidden } body { overflow-y: auto }', CONTENT],
    [
      'in one that scrolls by a pixel',
      'html, body { height: 100% } body { overflow: hidden } section { height: 100%; overflow: auto } main { height: calc(100% + 1px); overflow: auto }',
      `<section><main>${CONTENT}</main></section>`,
    ],
    ['below a fixed shell', 'main { position: fixed; inset: 0; overflow: auto }', `<main>${CONTENT}</main>`],
    [
      'positioned in a shell that hides overflow',
      '#a { position: relative; height: 100vh; overflow: hidden } main { position: absolute; inset: 0; overflow-y: scroll }',
      `<div id="a"><main>${CONTENT}</main></div>`,
    ],
    [
      'with scroll snapping, smooth scrolling and containment',
      'main { height: 100vh; overflow: auto; scroll-snap-type: y mandatory; scroll-behavior: smooth; contain: strict } .last { scroll-snap-align: end }',
      `<main>${CONTENT}</main>`,
    ],
    [
      'in a shadow tree',
      '',
      `<div><template shadowrootmode="open"><style>main { height: 100vh; overflow: auto }</style><main><slot></slot></main></template>${CONTENT}</div>`,
    ],
    [
      'inside of elements without boxes',
      'a-b, i { display: contents } s { display: none } main { height: 100vh; overflow: auto }',
      `<s><b></b></s>${inShadowTree(
        `<style>i { display: contents }</style><i><s hidden></s><slot></slot></i>`,
      ).replace('</a-b>', `<i><main>${CONTENT}</main></i></a-b>`)}`,
    ],
  ])('%s', async (_, style, body) => {
    const result = await picture(page(`${CONTENT_STYLE} ${style}`, body))
    expect([
      result.height,
      result.at(5, 5),
      result.at(5, 2890),
      result.at(5, 2910),
      result.at(5, 2990),
    ]).toEqual([3000, GREEN, GREEN, BLUE, BLUE])
  })

  test('in a shell that hides what lies below it', async () => {
    const style =
      'body { overflow: hidden } main { height: 100vh; overflow: auto } aside { position: absolute; top: 450px; height: 200px; width: 9px }'
    const result = await picture(page(`${CONTENT_STYLE} ${style}`, `<main>${CONTENT}</main><aside></aside>`))
    expect([result.height, result.at(100, 2890), result.at(100, 2910)]).toEqual([3000, GREEN, BLUE])
  })

  test('while one that lies over a page that it locks is not', async () => {
    const style =
      'body { overflow: hidden; height: 1500px } main { position: fixed; inset: 0 0 50px; overflow: auto }'
    expect((await picture(page(`${CONTENT_STYLE} ${style}`, `<main>${CONTENT}</main>`))).height).toBe(1500)
  })

  test.each([
    ['a list beside a map', '40%', 3000],
    ['a narrow menu', '20%', 400],
  ])('beside what does not scroll: %s', async (_, width, height) => {
    const style = `body { display: flex; height: 100vh } main { width: ${width}; overflow: auto } aside { flex: 1 }`
    const result = await picture(page(`${CONTENT_STYLE} ${style}`, `<main>${CONTENT}</main><aside></aside>`))
    expect(result.height).toBe(height)
  })

  test('between a header and a footer, beside a bar', async () => {
    const style = `#shell { display: flex; flex-direction: column; height: 100vh } header, footer { height: 50px; background: #f00 }
      #row { flex: 1; min-height: 0; display: flex } nav { width: 55px; background: #ff0 } main { flex: 1; overflow: auto }`
    const body = `<div id="shell"><header></header><div id="row"><nav></nav><main>${CONTENT}</main></div><footer></footer></div>`
    const result = await picture(page(`${CONTENT_STYLE} ${style}`, body))
    expect(result.height).toBe(3100)
    expect([20, 60, 2940, 2960, 3040, 3060].map((y) => result.at(300, y))).toEqual([
      RED,
      GREEN,
      GREEN,
      BLUE,
      BLUE,
      RED,
    ])
    expect([60, 3040].map((y) => result.at(50, y))).toEqual(['#ffff00', '#ffff00'])
  })

  test('with parts as high as the element', async () => {
    const style =
      'main { height: 100vh; overflow: auto } p { height: 100%; margin: 0 } p:nth-child(odd) { background: #0f0 } p:nth-child(even) { background: #00f }'
    const result = await picture(page(style, `<main>${'<p></p>'.repeat(5)}</main>`))
    expect(result.height).toBe(2000)
    expect([200, 600, 1000, 1400, 1800].map((y) => result.at(300, y))).toEqual([
      GREEN,
      BLUE,
      GREEN,
      BLUE,
      GREEN,
    ])
  })

  test('with the content that it loads on scrolling', async () => {
    const script = `<script>
      const main = document.querySelector('main')
      main.onscroll = () => { if (main.scrollTop > 2500) document.querySelector('.last').style.background = '#f00' }
    </script>`
    const html = page(
      `${CONTENT_STYLE} main { height: 100vh; overflow: auto }`,
      `<main>${CONTENT}</main>${script}`,
    )
    expect((await picture(html)).at(5, 2950)).toBe(RED)
  })

  test('unless it is small or the document scrolls', async () => {
    const style = `${CONTENT_STYLE} main { height: 150px; overflow: auto }`
    expect((await picture(page(style, `<main>${CONTENT}</main>`))).height).toBe(400)
    const tall = `${CONTENT_STYLE} main { height: 300px; overflow: auto } #more { height: 1000px }`
    expect((await picture(page(tall, `<main>${CONTENT}</main><div id="more"></div>`))).height).toBe(1300)
  })
})

describe('a page that a script scrolls smoothly is captured completely', () => {
  const WRAPPER = '#fixed { position: fixed; inset: 0; overflow: hidden }'
  const WRAPPED = `<div id="fixed"><div id="moved">${CONTENT}</div></div>`
  const BARE = '#moved { position: fixed; top: 0; left: 0; width: 100% }'
  const BAR = '<header style="position: fixed; top: 0; right: 0; width: 50px; height: 50px"></header>'
  /** Moves the content to where the document is scrolled, over several frames. */
  const SCRIPT = `<script>
    let offset = 0
    const step = () => {
      offset = Math.abs(scrollY - offset) < 0.1 ? scrollY : offset + (scrollY - offset) * 0.2
      document.querySelector('#moved').style.transform = 'translateY(' + -offset + 'px)'
      requestAnimationFrame(step)
    }
    step()
  </script>`
  test.each([
    ['in a fixed wrapper', WRAPPER, WRAPPED, {}],
    ['in native mode', WRAPPER, WRAPPED, { full_page_mode: 'native' }],
    ['in sections, below a fixed bar', WRAPPER, BAR + WRAPPED, { max_section_height: 1000 }],
    ['when it was scrolled before', WRAPPER, WRAPPED, { scroll_to: 1500 }],
    [
      'when the content itself is fixed',
      BARE,
      `${BAR}<div id="moved">${CONTENT}</div>`,
      { max_section_height: 1000 },
    ],
  ] as const)('%s', async (_, style, body, options) => {
    const html = page(`body { height: 3000px } ${CONTENT_STYLE} ${style}`, body + SCRIPT)
    const result = await picture(html, options)
    expect(result.height).toBe(3000)
    const wanted = [GREEN, GREEN, GREEN, BLUE, BLUE]
    expect([5, 1500, 2890, 2910, 2990].map((y) => result.at(5, y))).toEqual(wanted)
  })

  test('while what only lies over the page is left out below the viewport', async () => {
    const style = `${CONTENT_STYLE} ${WRAPPER} main { height: 4000px; background: #f00 } b { animation: turn 1s infinite } @keyframes turn { to { rotate: 1turn } }`
    const html = page(style, `<main></main><div id="fixed"><b>turns</b>${CONTENT}</div>`)
    const result = await picture(html)
    expect([300, 2000].map((y) => result.at(5, y))).toEqual([GREEN, RED])
  })
})

test('content that the browser skips outside of the viewport is drawn', async () => {
  const style = `section { content-visibility: auto; contain-intrinsic-size: auto 50px } section div { height: 500px; background: #0f0 }
    section:nth-child(even) div { background: #00f } aside { content-visibility: hidden; height: 100px; background: #f00 } aside div { height: 100px; background: #0f0 }`
  const sections = '<section><div></div></section>'.repeat(6)
  const hidden =
    '<template shadowrootmode="open"><style>p { margin: 0; content-visibility: auto } b { display: block; height: 100px; background: #0f0 }</style><p><b></b></p></template>'
  for (const options of [
    {},
    { skip_scroll: true },
    { full_page: false, selector: 'body' },
    { full_page: false, clip: '0,0,320,3200' },
  ]) {
    const result = await picture(
      page(style, `${sections}<aside><div></div></aside><div>${hidden}</div>`),
      options,
    )
    expect(result.height).toBe(3200)
    expect([250, 750, 1250, 1750, 2250, 2750, 3050, 3150].map((y) => result.at(5, y))).toEqual([
      GREEN,
      BLUE,
      GREEN,
      BLUE,
      GREEN,
      BLUE,
      RED,
      GREEN,
    ])
  }
})

test('backgrounds that are fixed to the viewport are drawn in all their elements', async () => {
  const style = `div { height: 1500px; background: linear-gradient(#00f, #00f) no-repeat fixed } p { height: 500px; margin: 0 }`
  const result = await picture(page(style, '<p></p><div></div><p></p><div></div>'))
  expect([250, 600, 1900, 2250, 2600, 3900].map((y) => result.at(5, y))).toEqual([
    WHITE,
    BLUE,
    BLUE,
    WHITE,
    BLUE,
    BLUE,
  ])
})

/** A photo with the proportions of the viewport, of half its size: red above green. */
async function photo(): Promise<string> {
  const green = { create: { width: 160, height: 100, channels: 3 as const, background: GREEN } }
  const data = await sharp({ create: { ...green.create, height: 200, background: RED } })
    .composite([{ input: green, left: 0, top: 100 }])
    .png()
    .toBuffer()
  return `data:image/png;base64,${data.toString('base64')}`
}

/** The colours in the middle of each half of each viewport. */
function halves({ height, at }: { height: number; at: (x: number, y: number) => string }): string[] {
  return Array.from({ length: height / 200 }, (_, index) => at(300, index * 200 + 100))
}
const REPEATED = Array.from({ length: 15 }, (_, index) => (index % 2 === 0 ? RED : GREEN))

describe('a picture that fills the viewport is repeated at its size on the screen', () => {
  const COVERING = 'url(PHOTO) no-repeat center / cover'
  test.each([
    ['behind the body', `body { height: 3000px; background: ${COVERING} fixed }`],
    [
      'behind a root as high as the viewport, which it fits into',
      'html { height: 100%; background: url(PHOTO) no-repeat 50% 50% / contain fixed } main { height: 3000px }',
    ],
    [
      'behind a root with a width in per cent, under a gradient',
      'html { background: linear-gradient(#0000, #0000), url(PHOTO) 0 0 / 100% fixed } main { height: 3000px }',
    ],
    [
      'behind a body that scrolls',
      `${BODY_SCROLLS} body { background: ${COVERING} fixed } main { height: 3000px }`,
    ],
    ['behind an element', `main { height: 3000px; background: ${COVERING} fixed }`],
    [
      'in an element that does not scroll',
      `main { height: 3000px } b { position: fixed; inset: 0; z-index: -1; background: ${COVERING} }`,
    ],
    [
      'in generated content',
      `main { height: 3000px } body::before { content: ''; position: fixed; inset: 0; z-index: -1; background: ${COVERING} }`,
    ],
  ])('%s', async (_, style) => {
    const own = style.replace('PHOTO', await photo())
    expect(halves(await picture(page(own, '<b></b><main></main>')))).toEqual(REPEATED)
  })

  const BACKDROP = 'position: fixed; inset: 0; width: 100%; height: 100%; object-fit: cover'
  const DRAWING = `<canvas width="160" height="200">It needs a newer browser.</canvas><script>
    const drawing = document.querySelector('canvas').getContext('2d')
    drawing.fillStyle = '#f00'; drawing.fillRect(0, 0, 160, 100); drawing.fillStyle = '#0f0'; drawing.fillRect(0, 100, 160, 100)
  </script>`
  test.each([
    ['in an image', `img { ${BACKDROP}; z-index: -1 }`, '<img src="PHOTO">'],
    [
      'in an image of an element',
      `b { ${BACKDROP}; z-index: -1 } img { width: 100%; height: 100vh; object-fit: cover }`,
      '<b><picture><img src="PHOTO"></picture></b>',
    ],
    ['in a canvas', `canvas { ${BACKDROP}; z-index: -1 }`, DRAWING],
    [
      'in a centred canvas of an element before the content',
      `b { ${BACKDROP} } canvas { position: absolute; top: 50%; left: 50%; translate: -50% -50%; min-width: 100%; min-height: 100% } main { position: relative }`,
      `<b>${DRAWING}</b>`,
    ],
  ])('%s', async (_, style, body) => {
    const html = page(
      `main { height: 3000px } ${style}`,
      `${body.replace('PHOTO', await photo())}<main></main>`,
    )
    for (const options of [{}, { max_section_height: 1000 }])
      expect(halves(await picture(html, options))).toEqual(REPEATED)
  })

  test('or enlarged, where the page does not let it be read', async () => {
    const policy = `<meta http-equiv="content-security-policy" content="img-src 'none'">`
    const html = page(
      `main { height: 3000px } canvas { ${BACKDROP}; z-index: -1 }`,
      `${DRAWING}<main></main>`,
    )
    const colours = halves(await picture(html.replace('<style>', `${policy}<style>`)))
    expect(colours).not.toContain(WHITE)
  })

  test('unless it is small', async () => {
    const style = `body { height: 3000px; background: url(${await photo()}) no-repeat 100% 0 fixed }`
    expect(halves(await picture(page(style))).slice(1)).toEqual(Array(14).fill(WHITE))
  })
})

describe('a page that is one frame is as high as the document of the frame', () => {
  test.each([
    ['a frame set', '<frameset rows="100%,*" border="0"><frame src="FRAME" noresize><frame></frameset>'],
    [
      'an inline frame',
      page(
        'iframe { border: 0; display: block; width: 100vw; height: 100vh }',
        '<iframe src="FRAME"></iframe>',
      ),
    ],
  ])('%s', async (_, markup) => {
    await using other = await listenOn('127.0.1.2', (_req, res) => {
      res.setHeader('content-type', 'text/html').end(page(CONTENT_STYLE, CONTENT))
    })
    const result = await picture(markup.replace('FRAME', other.url))
    const colours = [5, 2890, 2910, 2990].map((y) => result.at(5, y))
    expect([result.height, ...colours]).toEqual([3000, GREEN, GREEN, BLUE, BLUE])
  })

  test('unless the frame has a height of its own', async () => {
    const frame = `<iframe width="320" height="400" style="border: 0; display: block" srcdoc="<p style='height: 2000px'>"></iframe>`
    const { height, warnings } = await engine.make({ html: page('', frame), full_page: true, ...SIZE })
    expect([height, warnings]).toEqual([400, [expect.stringContaining('"full_page"')]])
  })
})

test('a frame of another origin is drawn in and outside of the viewport', async () => {
  await using other = await listenOn('127.0.1.2', (_req, res) => {
    res.setHeader('content-type', 'text/html').end('<body style="background: #00f">')
  })
  const style = 'iframe { display: block; border: 0; width: 300px; height: 300px } div { height: 2500px }'
  const frame = `<iframe src="${other.url}"></iframe>`
  const result = await picture(page(style, `${frame}<div></div>${frame}`))
  expect(result.height).toBe(3100)
  expect([5, 295, 2805, 3095].map((y) => result.at(150, y))).toEqual([BLUE, BLUE, BLUE, BLUE])
})

test.each<[string, object]>([
  ['an element', { selector: 'article' }],
  ['a clip', { clip: '0,0,320,1800' }],
])('a frame of another origin is drawn in %s that is larger than the viewport', async (_, options) => {
  await using other = await listenOn('127.0.1.2', (_req, res) => {
    res.setHeader('content-type', 'text/html').end('<body style="background: #00f">')
  })
  const style = `iframe { display: block; border: 0; width: 300px; height: 300px } div { height: 1500px; background: #0f0 }
    footer { height: 900px } i { position: absolute; left: 300px; top: 0; width: 20px; height: 50px; background: #f00 } .away { position: fixed }`
  const script = `<script>onscroll = () => document.querySelector('i').classList.toggle('away', scrollY > 10)</script>`
  const content = `<article><div></div><iframe src="${other.url}"></iframe></article><footer></footer>`
  const capture = async (more: string) => {
    const html = page(style, content + more)
    const { body } = await engine.make({ html, ...SIZE, ...options })
    return readPicture(body)
  }
  const result = await capture(`<i></i>${script}`)
  expect([result.height, ...[5, 1495, 1505, 1795].map((y) => result.at(150, y))]).toEqual([
    1800,
    GREEN,
    GREEN,
    BLUE,
    BLUE,
  ])
  // A bar that the page fixes on scrolling is on none of the sections that were scrolled to.
  const bars = Array.from({ length: 35 }, (_, at) => at * 50 + 60)
  expect(bars.filter((y) => result.at(310, y) === RED)).toEqual([])
  // A sticky bar would be on every section.
  const fixed = await capture(
    '<b style="position: sticky; top: 0; display: block; height: 9px; background: #f00"></b>',
  )
  expect(fixed.at(150, 1795)).toBe(WHITE)
})

test('a frame of another origin is drawn in a frame of the page outside of the viewport', async () => {
  await using other = await listenOn('127.0.1.2', (_req, res) => {
    res.setHeader('content-type', 'text/html').end('<body style="background: #00f">')
  })
  const inner = `<body style='margin: 0'><div style='height: 1500px'></div><iframe style='border: 0' src='${other.url}'></iframe>`
  const frame = `<iframe srcdoc="${inner}" width="300" height="1900" style="display: block; border: 0"></iframe>`
  const result = await picture(page('div { height: 200px; background: #0f0 }', `<div></div>${frame}`))
  expect([result.height, ...[100, 1000, 1750, 2000].map((y) => result.at(150, y))]).toEqual([
    2100,
    GREEN,
    WHITE,
    BLUE,
    WHITE,
  ])
})

describe('in sections', () => {
  const bands = (count: number) =>
    Array.from({ length: count }, (_, index) => `<p style="background: ${bandColour(index)}"></p>`).join('')
  const STYLE = 'p { margin: 0; height: 100px }'
  const wanted = (count: number) => Array.from({ length: count }, (_, index) => bandColour(index))
  const seen = ({ height, at }: { height: number; at: (x: number, y: number) => string }, from = 0) =>
    Array.from({ length: (height - from) / 100 }, (_, index) => at(5, from + index * 100 + 50))

  test('a header that leaves the flow on scrolling does not shift the content', async () => {
    const style = `${STYLE} header { height: 60px; background: #808080 } .away { position: fixed; top: 0; width: 100% }`
    const script = `<script>onscroll = () => document.querySelector('header').classList.toggle('away', scrollY > 10)</script>`
    const html = page(
      style,
      `<header></header>${bands(120)}<footer style="position: fixed"></footer>${script}`,
    )
    const result = await picture(html, { max_section_height: 2000, show_seams: false })
    expect(result.height).toBe(12_060)
    expect(seen(result, 60)).toEqual(wanted(120))
  })

  test('a page has handled that it was scrolled back before it is measured, however late its frames are', async () => {
    const script = `<script>onscroll = () => document.querySelector('header').classList.toggle('away', scrollY > 10)</script>`
    const html = page(
      `${STYLE} header { height: 60px } .away { position: fixed }`,
      `<header></header>${bands(30)}${script}`,
    )
    const graphics = descendantsOf(process.pid).filter(({ command }) =>
      command.includes('--type=gpu-process'),
    )
    const onStage = (name: string): void => {
      if (name !== 'scroll-to') return
      const frozen = graphics.map(({ pid }) => freeze(pid))
      setTimeout(() => frozen.forEach((each) => each[Symbol.dispose]()), 400)
    }
    const { height } = await engine.make({ html, full_page: true, ...SIZE }, { onStage })
    expect(graphics).not.toEqual([])
    expect(height).toBe(3060)
  })

  test.each([
    ['the body', 'body::before'],
    ['a wrapper', 'main::after'],
  ])('generated content of %s that is fixed to the viewport is there once', async (_, selector) => {
    const fixed = `${selector} { content: ''; position: fixed; top: 0; left: 0; right: 0; height: 30px; background: #fff }`
    const html = page(`${STYLE} ${fixed}`, `<main>${bands(30)}</main>`)
    const result = await picture(html + '<b style="position: fixed">b</b>', {
      max_section_height: 1000,
    })
    expect(result.at(300, 10)).toBe(WHITE)
    const rest = Array.from({ length: 29 }, (_, index) => result.at(300, (index + 1) * 100 + 10))
    expect(rest).toEqual(wanted(30).slice(1))
  })

  test('an element that a script pins while its section is scrolled through is there once', async () => {
    const style = `${STYLE} div { height: 400px } i { display: block; width: 100%; height: 100px; background: #808080; top: 0 }`
    const script = `<script>
      const [place, pin] = document.querySelectorAll('div, i')
      onscroll = () => pin.style.position = place.getBoundingClientRect().top <= 50 && place.getBoundingClientRect().bottom > 100 ? 'fixed' : ''
    </script>`
    const html = page(style, `${bands(10)}<div><i></i></div>${bands(16)}${script}`)
    for (const y of [1000, 960]) {
      const result = await picture(html, { max_section_height: y, freeze_fixed: true })
      const colours = [990, 1010, 1090, 1110, 1390].map((y) => result.at(5, y))
      expect([result.height, ...colours]).toEqual([3000, BLUE, '#808080', '#808080', WHITE, WHITE])
      expect(seen(result, 1400)).toEqual(wanted(16))
    }
  })

  test('a page with smooth scrolling and scroll snapping is in order', async () => {
    const style = `${STYLE} html { scroll-behavior: smooth; scroll-snap-type: y mandatory } p { scroll-snap-align: center; scroll-snap-stop: always } header { position: fixed; right: 0; width: 50px; height: 50px; top: 0; background: #808080 }`
    const result = await picture(page(style, `<header></header>${bands(90)}`), { max_section_height: 1234 })
    expect(seen(result)).toEqual(wanted(90))
  })

  test('content that appears when it comes into view is there', async () => {
    const script = `<script>
      const observer = new IntersectionObserver((entries) => {
        for (const { target, isIntersecting } of entries) target.style.opacity = isIntersecting ? 1 : 0
      })
      for (const p of document.querySelectorAll('p')) observer.observe(p)
    </script>`
    const style = `${STYLE} p { opacity: 0; transition: opacity 300ms } header { position: fixed; right: 0; width: 50px; height: 50px; top: 0; background: #808080 }`
    const result = await picture(page(style, `<header></header>${bands(30)}${script}`), {
      max_section_height: 400,
    })
    expect(seen(result)).toEqual(wanted(30))
  })
})

describe('what fills the viewport behind the page is as high as the page', () => {
  const TALL = 'body { margin: 0; height: 3000px }'
  test.each([
    [
      'an element',
      '#back { position: fixed; inset: 0; z-index: -1; background: #0f0 }',
      '<div id="back"></div>',
    ],
    [
      'an element before the content',
      '#back { position: fixed; width: 100vw; height: 100vh; background: #0f0 } main { position: relative; height: 3000px }',
      '<div id="back"></div><main></main>',
    ],
    [
      'a drawing over it that ignores the pointer',
      '#back { position: fixed; inset: 0; z-index: 9; pointer-events: none; background: #0f0 }',
      '<div id="back"></div>',
    ],
    [
      'generated content',
      'body::before { content: ""; position: fixed; inset: 0; z-index: -1; background: #0f0 }',
      '',
    ],
    [
      'an element in a body that scrolls',
      `${BODY_SCROLLS} #back { position: fixed; inset: 0; z-index: -1; background: #0f0 }`,
      '<div id="back"></div><main style="height: 3000px"></main>',
    ],
    [
      'generated content of a body that scrolls',
      `${BODY_SCROLLS} body::before { content: ""; position: fixed; inset: 0; z-index: -1; background: #0f0 }`,
      '<main style="height: 3000px"></main>',
    ],
    [
      'below a positioned body',
      'body { position: relative; margin-top: 50px } #back { position: fixed; inset: 0; z-index: -1; background: #0f0 }',
      '<div id="back"></div>',
    ],
  ])('%s', async (_, style, body) => {
    const result = await picture(
      page(`${TALL} ${style}`, `${body}<header style="position: fixed; top: 0">.</header>`),
    )
    expect([5, 500, 1500, 2990].map((y) => result.at(300, y))).toEqual([GREEN, GREEN, GREEN, GREEN])
  })

  test.each([
    [
      'a menu above the viewport',
      'nav { position: fixed; inset: 0; background: #f00; transform: translateY(-100%) }',
    ],
    [
      'a menu below the viewport',
      'nav { position: fixed; left: 0; right: 0; top: 100%; height: 100%; background: #f00 }',
    ],
    [
      'a menu that is transparent',
      'nav { position: fixed; inset: 0; background: #f00; opacity: 0; pointer-events: none }',
    ],
  ])('while %s stays away', async (_, style) => {
    const result = await picture(page(`${TALL} ${style}`, '<nav></nav>'))
    expect([5, 1500, 2990].map((y) => result.at(300, y))).toEqual([WHITE, WHITE, WHITE])
  })

  test('while words in front of it keep their place', async () => {
    const style = `${TALL} section { position: fixed; inset: 0; z-index: -1; display: flex; align-items: center; background: #0f0 } b { width: 100%; height: 100px; background: #00f }`
    const result = await picture(page(style, '<section><b>.</b></section>'))
    expect([result.at(300, 160), result.at(300, 1500)]).toEqual([BLUE, WHITE])
  })

  test.each([
    ['a dialog over it', (over: string) => over],
    ['one in a shadow tree', (over: string) => inShadowTree(`${over}<b style="position: fixed">.</b>`)],
  ])('while %s is not', async (_, wrap) => {
    const over = wrap('<div style="position: fixed; inset: 0; background: #f00"></div>')
    const result = await picture(page(TALL, over))
    expect([result.at(300, 100), result.at(300, 2500)]).toEqual([RED, WHITE])
  })
})

describe('a footer behind the page that the end of the page reveals is shown there, once', () => {
  const MAIN = 'main { position: relative; height: 3000px; background: #0f0; margin-bottom: 200px }'
  const FOOTER = 'footer { position: fixed; bottom: 0; left: 0; right: 0; height: 200px; background: #00f }'
  test.each([
    ['in one capture', '', {}],
    ['in native mode', '', { full_page_mode: 'native' }],
    ['in sections', '', { max_section_height: 1000 }],
    ['below a fixed header', 'header { position: fixed; top: 0; width: 100%; height: 50px }', {}],
    ['in a body that scrolls', BODY_SCROLLS, {}],
    [
      'when it is as high as the viewport',
      'footer { height: auto; top: 0 } main { margin-bottom: 100vh }',
      {},
    ],
    [
      'in a transparent wrapper',
      'body { padding-bottom: 1px } main { z-index: 1 } footer { z-index: 0 }',
      {},
    ],
  ] as const)('%s', async (_, style, options) => {
    const html = page(
      `${MAIN} ${FOOTER} footer { z-index: -1 } ${style}`,
      `<header></header><main></main><footer>Imprint</footer>`,
    )
    const result = await picture(html, options)
    const edge = [10, 390, 1500, 2990, 3010, result.height - 10].map((y) => result.at(300, y))
    expect(edge).toEqual([GREEN, GREEN, GREEN, GREEN, BLUE, BLUE])
  })

  test('in a shadow tree, behind a page in another one', async () => {
    const [main, footer] = [
      `<style>${MAIN}</style><main></main>`,
      `<style>${FOOTER}</style><footer></footer>`,
    ]
    const under = inShadowTree(`<style>footer { z-index: -1 }</style>${footer}`)
    const result = await picture(page('', `${inShadowTree(main)}${under}`))
    expect([10, 390, 2990, 3010, 3190].map((y) => result.at(300, y))).toEqual([
      GREEN,
      GREEN,
      GREEN,
      BLUE,
      BLUE,
    ])
  })

  test('while a bar stays where it is', async () => {
    const bar = `${MAIN} ${FOOTER} main { margin: 0 } aside { position: absolute; z-index: 1; top: 0; width: 100%; height: 250px; background: #f00 } nav { position: fixed; top: 0; width: 100%; height: 50px; background: #ff0 }`
    const result = await picture(page(bar, '<nav></nav><main></main><aside></aside><footer></footer>'))
    expect([result.height, ...[20, 390, 2620, 2990].map((y) => result.at(300, y))]).toEqual([
      3000,
      RED,
      BLUE,
      GREEN,
      GREEN,
    ])
  })
})

describe('content that hides again when it leaves the view is there', () => {
  const bands = Array.from(
    { length: 20 },
    (_, index) => `<p style="background: ${bandColour(index)}">${index}</p>`,
  )
  const STYLE = 'p { margin: 0; height: 200px; text-align: right }'
  const wanted = bands.map((_, index) => bandColour(index))
  const seen = ({ at }: { at: (x: number, y: number) => string }) =>
    bands.map((_, index) => at(5, index * 200 + 100))

  test.each([
    [
      'by a class that is set while an element is 120 pixels inside of the viewport',
      'p { opacity: 0; transform: translateX(320px); transition: 400ms } p.in { opacity: 1; transform: none }',
      `const look = () => { for (const p of document.querySelectorAll('p'))
        p.classList.toggle('in', scrollY + innerHeight - 120 > p.offsetTop && scrollY < p.offsetTop + 200) }
      onscroll = look; onload = look`,
      '',
    ],
    [
      'by styles that a script writes frame by frame, below a fixed header',
      'header { position: fixed; top: 0; right: 0; width: 50px; height: 50px; background: #808080 }',
      `const shown = new Map()
      const observer = new IntersectionObserver((entries) => { for (const { target, isIntersecting } of entries) shown.set(target, isIntersecting) }, { threshold: 0.3 })
      for (const p of document.querySelectorAll('p')) { p.style.opacity = 0; observer.observe(p) }
      const step = () => {
        for (const [p, isIn] of shown) p.style.opacity = Math.min(1, Math.max(0, Number(p.style.opacity) + (isIn ? 0.2 : -1)))
        requestAnimationFrame(step)
      }
      step()`,
      '<header></header>',
    ],
    [
      'by a timeline of the view',
      '@keyframes appear { from { opacity: 0 } } p { animation: appear both; animation-timeline: view(); animation-range: entry }',
      '',
      '',
    ],
  ])('%s', async (_, style, script, header) => {
    const html = page(`${STYLE} ${style}`, `${header}${bands.join('')}<script>${script}</script>`)
    expect(seen(await picture(html))).toEqual(wanted)
  })

  test.each([
    ['clips', 'from { clip-path: inset(0 0 0 100%) } to { clip-path: inset(0) }'],
    ['shrinks', 'from { scale: 0 }'],
    ['moves aside', 'from { translate: -100vw }'],
    ['moves down', 'from { translate: 0 100vh }'],
  ])('by a timeline of the view that %s', async (_, frames) => {
    const style = `@keyframes appear { ${frames} } p { animation: appear both; animation-timeline: view(); animation-range: entry }`
    expect(seen(await picture(page(`${STYLE} ${style}`, bands.join(''))))).toEqual(wanted)
  })

  test('also where it begins at the fold, and after what only a pointer reveals', async () => {
    const style = `p { margin: 0; height: 300px; opacity: 0 } b { display: block; height: 20px; opacity: 0 }`
    const script = `(onscroll = () => { for (const p of document.querySelectorAll('p'))
      p.style.opacity = Number(scrollY + innerHeight - 120 > p.offsetTop && scrollY < p.offsetTop + 300) })()`
    const three = bands.slice(0, 3).join('')
    const menu = `<nav style="position: fixed; inset: 0; visibility: hidden">${'<u>x</u>'.repeat(9)}</nav>`
    const html = page(
      `${style} u { display: block; height: 40px }`,
      `${menu}${three}${'<b>x</b>'.repeat(5)}${three}<script>${script}</script>`,
    )
    const result = await picture(html)
    expect([150, 450, 750, 1150, 1450, 1750].map((y) => result.at(5, y))).toEqual([
      ...wanted.slice(0, 3),
      ...wanted.slice(0, 3),
    ])
  })

  test('as it is once it has come well into view, also where it fades with each pixel', async () => {
    const script = `(onscroll = () => { for (const p of document.querySelectorAll('p'))
      p.style.opacity = Math.min(1, Math.max(0, (innerHeight - p.getBoundingClientRect().top) / 250)) })()`
    const html = page(`${STYLE} p { opacity: 0 }`, `${bands.join('')}<script>${script}</script>`)
    expect(seen(await picture(html)).slice(2)).toEqual(wanted.slice(2))
  })

  test('while the slides of a carousel stay as they are', async () => {
    const style = 'div { height: 200px } div p { position: relative } div p + p { top: -200px; opacity: 0 }'
    const script = `onscroll = () => { if (scrollY > 500) document.querySelector('p + p').style.opacity = 1; else document.querySelector('p + p').style.opacity = 0 }`
    const slides = `<div><p style="background: ${RED}"></p><p style="background: ${BLUE}"></p></div>`
    const html = page(
      `${STYLE} main { height: 3000px } ${style}`,
      `<main></main>${slides}<script>${script}</script>`,
    )
    expect((await picture(html)).at(5, 3100)).toBe(RED)
  })

  test('while what no scrolling reveals stays hidden', async () => {
    const style = `${STYLE} p { opacity: 0 }`
    const result = await picture(page(style, bands.join('')))
    expect(result.at(5, 2100)).toBe(WHITE)
  })
})

function bandColour(index: number): string {
  return [RED, GREEN, BLUE, '#ffff00', '#00ffff', '#ff00ff', '#000000'][index % 7]!
}

describe('a document that its server sandboxes is captured completely', () => {
  /** Looks like the content of a page that scrolls smoothly by script. */
  const SMOOTH =
    '<div style="position: fixed; inset: 0; overflow: hidden; z-index: -1"><p style="height: 3000px"></p></div>'
  test.each(['sandbox allow-same-origin', "img-src *; Sandbox; script-src 'self'"])('%s', async (policy) => {
    const html = page(
      `${CONTENT_STYLE} header { position: fixed; top: 0; height: 50px; width: 100%; background: #f00 } i { opacity: 0 }`,
      `${SMOOTH}<header></header>${CONTENT}<i>a</i><script src="/script.js"></script>`,
    )
    await using site = await listenOn(ORIGIN_HOST, (_, res) =>
      res.writeHead(200, { 'content-type': 'text/html', 'content-security-policy': policy }).end(html),
    )
    const given = { full_page: true, ...SIZE, disable_animations: true }
    const { body, warnings } = await engine.make({ url: site.url, max_section_height: 1000, ...given })
    const result = await readPicture(body)
    expect([5, 60, 2890, 2950].map((y) => result.at(5, y))).toEqual([RED, GREEN, GREEN, BLUE])
    expect(warnings).toEqual([
      '"full_page_mode": the page was captured in one piece because its scripts are disabled.',
    ])
  })
  test('also when a click leads to it, or from it to one with scripts', async () => {
    const script = `<script>onscroll = () => { document.body.style.background = '${GREEN}' }</script>`
    const pages: Record<string, string> = {
      '/scripted': page('body { height: 3000px }', `<a href="/sandboxed">next</a>${script}`),
      '/sandboxed': page('body { height: 3000px }', `<a href="/scripted">next</a>${script}`),
    }
    await using site = await listenOn(ORIGIN_HOST, ({ url }, res) => {
      if (url === '/sandboxed')
        res.setHeader('content-security-policy', 'sandbox allow-same-origin allow-top-navigation')
      res.setHeader('content-type', 'text/html').end(pages[url!] ?? '')
    })
    const given = { full_page: true, ...SIZE, click: ['a'] }
    const seen = async (path: string) =>
      (await readPicture((await engine.make({ ...given, url: site.url + path })).body)).at(5, 2500)
    expect([await seen('/scripted'), await seen('/sandboxed')]).toEqual([WHITE, GREEN])
  })
})
