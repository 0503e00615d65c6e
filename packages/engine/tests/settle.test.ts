import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture } from '@render/testkit'
import sharp from 'sharp'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

const PICTURE = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0f0' } })
  .png()
  .toBuffer()

/** This script turns the page green. */
const DONE = "document.body.style.background = '#0f0'"
/** Long enough for a busy machine to look at the page, and less than half of the time after which changes count as endless. */
const A_WHILE_MS = 500
const RED_FIRST = 'body { background: #f00 }'
const GREEN = '#00ff00'

/** Answers to addresses with `held` are late from when the engine begins to wait for the page, however long that takes. */
let looked = Promise.withResolvers<void>()

/** Returns a script that runs once the engine waits for the page. */
function whileWaiting(script: string): string {
  return `<script>onload = () => fetch('/late?held').then(() => { ${script} })</script>`
}

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await shareTestEngine()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const { pathname: path, searchParams } = new URL(req.url!, 'http://origin')
    const late = (answer: () => void): void => {
      const held = searchParams.has('held') ? looked.promise : undefined
      void Promise.resolve(held).then(() => setTimeout(answer, 300))
    }
    if (path === '/late') late(() => res.end('late'))
    else if (path === '/late.png') late(() => res.setHeader('content-type', 'image/png').end(PICTURE))
    // A picture that is drawn nowhere has half a second.
    else if (path === '/later.png')
      void looked.promise.then(() =>
        setTimeout(() => res.setHeader('content-type', 'image/png').end(PICTURE), 800),
      )
    else if (path === '/soon.png')
      setTimeout(() => res.setHeader('content-type', 'image/png').end(PICTURE), 50)
    else if (path === '/at-once') res.end('now')
    else if (path === '/stream')
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    else if (path !== '/never') res.writeHead(404).end()
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await origin[Symbol.asyncDispose]()
})

/** Renders a page and returns its picture, the reasons for which the render waited, and the warnings. */
async function settled(style: string, body: string, options: GivenOptions = {}) {
  const html = page(style, body)
  looked = Promise.withResolvers()
  const onStage = (name: string): void => void (name === 'settle-page' && looked.resolve())
  const {
    body: file,
    trace,
    warnings,
  } = await engine.make({ url: origin.url, html, ...options }, { onStage })
  const line = trace.find(({ stage }) => stage === 'settle-page')
  return { picture: await readPicture(file), waitedFor: line?.waitedFor, warnings }
}

describe('a page is captured after', () => {
  test.each<[string, string, string, string]>([
    [
      'a response',
      'requests',
      RED_FIRST,
      `<script>onload = () => fetch('/late?held').then(() => { ${DONE} })</script>`,
    ],
    [
      'one response after another',
      'requests',
      RED_FIRST,
      `<script>
        onload = async () => { for (const url of ['/late?held', '/at-once', '/late?held=2']) await fetch(url); ${DONE} }
      </script>`,
    ],
    [
      'a script that another one loads',
      'requests',
      RED_FIRST,
      `<script>
        onload = () => {
          const script = Object.assign(document.createElement('script'), { src: '/late?held' })
          script.onload = script.onerror = () => { ${DONE} }
          document.head.append(script)
        }
      </script>`,
    ],
    [
      'a picture that is added late',
      'requests',
      'img { width: 1280px; height: 1024px; display: block }',
      `<script>onload = () => document.body.append(Object.assign(new Image(), { src: '/late.png?held' }))</script>`,
    ],
    [
      'a picture that is loaded before it is inserted',
      'requests',
      RED_FIRST,
      whileWaiting(`Object.assign(new Image(), { src: '/soon.png', onload: () => { ${DONE} } })`),
    ],
    [
      'a picture that is added late to a shadow tree',
      'requests',
      RED_FIRST,
      `<div><template shadowrootmode="open"></template></div><script>
        onload = () => document.querySelector('div').shadowRoot.append(
          Object.assign(new Image(), { src: '/later.png?held', width: 1280, height: 1024, onload: () => { ${DONE} } }))
      </script>`,
    ],
    [
      'a background that is added late',
      'requests',
      '.late::before { content: ""; position: fixed; inset: 0; background: url(/late.png?held) }',
      `<script>onload = () => document.body.classList.add('late')</script>`,
    ],
    [
      'a font that is used late',
      'fonts',
      `${RED_FIRST} @font-face { font-family: late; src: url(/late?held) } .late { font-family: late }`,
      `text<script>
        document.fonts.onloadingdone = () => { ${DONE} }
        onload = () => document.body.classList.add('late')
      </script>`,
    ],
    ['a timer', 'timers', RED_FIRST, whileWaiting(`setTimeout(() => { ${DONE} }, 600)`)],
    [
      'one timer after another',
      'timers',
      RED_FIRST,
      whileWaiting(`setTimeout(() => setTimeout(() => { ${DONE} }, 300), 200)`),
    ],
    [
      'its changes at intervals',
      'timers',
      RED_FIRST,
      `<p></p><script>
        let left = 3
        const begin = () => {
          const timer = setInterval(() => {
            document.querySelector('p').textContent += left
            if (left-- === 0) { clearInterval(timer); ${DONE} }
          }, 100)
        }
      </script>${whileWaiting('begin()')}`,
    ],
    [
      'scripts that make no pause',
      'scripts',
      RED_FIRST,
      `<script>
        const { port1, port2 } = new MessageChannel()
        let end
        port1.onmessage = () => {
          for (const start = performance.now(); performance.now() - start < 20;);
          if (performance.now() < end) port2.postMessage('')
          else { ${DONE} }
        }
        const begin = () => { end = performance.now() + ${A_WHILE_MS}; port2.postMessage('') }
      </script>${whileWaiting('begin()')}`,
    ],
    [
      'a timer in a frame',
      'timers',
      RED_FIRST,
      `<iframe srcdoc="<script>begin = () => setTimeout(() => { parent.${DONE} }, 500)</script>"></iframe>
        ${whileWaiting('frames[0].begin()')}`,
    ],
    [
      'an animation of its style sheet',
      'animations',
      `${RED_FIRST} @keyframes turn { to { background: #0f0 } } body.on { animation: turn 500ms both }`,
      whileWaiting("document.body.classList.add('on')"),
    ],
    [
      'a transition',
      'animations',
      `${RED_FIRST} body { transition: background 400ms } body.on { background: #0f0 }`,
      whileWaiting("document.body.classList.add('on')"),
    ],
    [
      'its movement frame by frame',
      'frames',
      `${RED_FIRST} p { position: absolute }`,
      `<p>x</p><script>
        let left = 0, end
        const move = () => {
          document.querySelector('p').style.left = left++ + 'px'
          if (performance.now() < end) requestAnimationFrame(move)
          else { ${DONE} }
        }
        const begin = () => { end = performance.now() + ${A_WHILE_MS}; move() }
      </script>${whileWaiting('begin()')}`,
    ],
    [
      'its drawing frame by frame',
      'frames',
      RED_FIRST,
      `<canvas></canvas><script>
        let left = 0, end
        const draw = () => {
          document.querySelector('canvas').getContext('2d').fillRect(left++, 0, 1, 9)
          if (performance.now() < end) requestAnimationFrame(draw)
          else { ${DONE} }
        }
        const begin = () => { end = performance.now() + ${A_WHILE_MS}; draw() }
      </script>${whileWaiting('begin()')}`,
    ],
  ])('%s', async (_, reason, style, body) => {
    const { picture, waitedFor } = await settled(style, body)
    expect(picture.at(600, 500)).toBe(GREEN)
    expect(waitedFor).toContain(reason)
  })

  test('a timer that was set before', async () => {
    const body = `<script>onload = () => setTimeout(() => { ${DONE} }, 950)</script>`
    const tries: unknown[][] = []
    // A busy machine may begin to wait only when the timer has fired.
    while (tries.length < 5 && !tries.at(-1)?.includes('timers')) {
      const { picture, waitedFor } = await settled(RED_FIRST, body)
      expect(picture.at(600, 500)).toBe(GREEN)
      tries.push(waitedFor!)
    }
    expect(tries.at(-1)).toContain('timers')
  })

  test.each([
    ['a picture that is loaded when it is seen', '', '<img loading="lazy" src="/late.png">'],
    [
      'a picture in a part that is drawn when it is seen',
      'div { content-visibility: auto } p { width: 1280px; height: 1024px; margin: 0; background: url(/late.png) }',
      '<div><p></p></div>',
    ],
    [
      'a picture of its style',
      'p { width: 1280px; height: 1024px; margin: 0; background: url(/late.png) }',
      '<p></p>',
    ],
  ])('%s, without a script', async (_, style, body) => {
    const { picture } = await settled(`img { width: 1280px; height: 1024px } ${style}`, body)
    expect(picture.at(600, 500)).toBe(GREEN)
  })

  test.each([
    ['', ''],
    [' of a drawing', '<svg hidden>'],
  ])('a chain of messages without delays%s', async (_, before) => {
    const script = `
      const { port1, port2 } = new MessageChannel()
      let left = 30
      port1.onmessage = () => { if (left--) port2.postMessage(''); else { ${DONE} } }
      onload = () => port2.postMessage('')`
    const { picture } = await settled(RED_FIRST, `${before}<script>${script}</script>`)
    expect(picture.at(600, 500)).toBe(GREEN)
  })
})

/** Returns for what a render waited, except for scripts of the page: a busy machine may be late to end them. */
async function otherReasons(...given: Parameters<typeof settled>) {
  const { waitedFor } = await settled(...given)
  return waitedFor!.filter((reason) => reason !== 'scripts')
}

describe('a page is not waited for because of', () => {
  test('nothing', async () => {
    expect((await settled('', '')).waitedFor).toEqual([])
  })

  test.each<[string, string, string]>([
    ['a beacon without a response', '', `<script>navigator.sendBeacon('/never')</script>`],
    ['an endless animation', '@keyframes x { to { left: 9px } } p { animation: x 1s infinite }', '<p>x</p>'],
    ['a timer that fires late', '', '<script>setTimeout(() => {}, 60_000)</script>'],
    ['a cleared timer', '', '<script>clearTimeout(setTimeout(() => {}, 900))</script>'],
    ['a long interval', '', '<script>setInterval(() => {}, 300)</script>'],
    [
      'a picture outside of the captured area',
      'body { margin-bottom: 5000px }',
      `<script>onload = () => {
        const style = 'position: absolute; top: 4000px'
        document.body.append(Object.assign(new Image(), { src: '/never', style }))
      }</script>`,
    ],
  ])('%s', async (_, style, body) => {
    expect(await otherReasons(style, body)).toEqual([])
  })

  test('a picture outside of the captured element', async () => {
    const body = `<i>x</i><p>y</p><script>onload = () => {
      document.querySelector('i').style.background = 'url(/never)'
    }</script>`
    const style = 'i, p { display: block; width: 50px; height: 50px; margin: 50px }'
    expect(await otherReasons(style, body, { selector: 'p' })).toEqual([])
    expect(await otherReasons(style, body, { clip: '0,200,640,100' })).toEqual([])
    for (const options of [{ selector: 'i' }, { clip: '0,0,200,200' }, {}])
      expect((await settled(style, body, options)).waitedFor).toContain('requests')
  })
})

const ONE_OPEN = [expect.stringMatching(/^1 request for data had not ended .*"wait_for" or "delay"\.$/)]
const ONE_MISSING = [
  expect.stringMatching(/^1 request for a picture had not ended .*"wait_for" or "delay"\.$/),
]
const insertPicture = (attributes: string) =>
  `onload = () => document.body.insertAdjacentHTML('beforeend', '<img src="/never" ${attributes}>')`
test.each<[string, string, unknown[]?]>([
  ['inserts a picture without a response', insertPicture(''), ONE_MISSING],
  ['inserts an invisible picture', insertPicture('hidden')],
  ['inserts a pixel', insertPicture('width="1" height="1"')],
  ['inserts a picture below the viewport', insertPicture('style="position: absolute; top: 2000px"')],
  ['sends a request without a response', `fetch('/never')`, ONE_OPEN],
  ['reads a stream', `fetch('/stream').then(({ body }) => body.getReader().read())`],
  ['sends requests endlessly', `const ask = () => fetch('/at-once?' + Math.random()).then(ask); ask()`],
  ['changes endlessly', 'setInterval(() => (document.title = performance.now()), 5)'],
  ['moves endlessly', 'const move = () => { document.title += 1; requestAnimationFrame(move) }; move()'],
  [
    'keeps the CPU busy endlessly',
    'const work = () => { setTimeout(work); for (let i = 0; i < 1e7; i++); }; work()',
  ],
  ['may receive messages', "new Worker(URL.createObjectURL(new Blob(['onmessage = () => {}'])))"],
  ['removes functions that the observer uses', 'requestIdleCallback = () => {}; Symbol.for = null'],
])('a page that %s is captured', async (_, script, wanted = []) => {
  const { picture, warnings } = await settled('body { background: #0f0 }', `<script>${script}</script>`)
  expect(picture.at(600, 500)).toBe(GREEN)
  expect(warnings).toEqual(wanted)
})

test('captures pictures that the browser decodes asynchronously', async () => {
  const noise = { type: 'gaussian', mean: 90, sigma: 30 } as const
  const large = await sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer()
  await using site = await listenOn(ORIGIN_HOST, (_, res) => {
    res.setHeader('content-type', 'image/png').end(large)
  })
  const images = Array.from({ length: 20 }, (_, at) => `<img decoding="async" src="/${at}">`)
  const html = page('img { width: 256px; height: 200px; float: left }', images.join(''))
  const { body } = await engine.make({ url: site.url, html, width: 1280, height: 1024 })
  const result = await readPicture(body)
  const corners = images.map((_, at) => result.at((at % 5) * 256 + 250, Math.floor(at / 5) * 200 + 195))
  expect(corners).not.toContain('#ffffff')
})

describe('what the page does with the next frame is waited for', () => {
  test('when it is scrolled to the captured element', async () => {
    const style = `header { height: 60px } .away { position: fixed } main { height: 3000px }
      p { margin: 0; height: 100px; background: #f00 } .seen { background: #0f0 }`
    const script = `<script>
      onscroll = () => document.querySelector('header').classList.toggle('away', scrollY > 10)
      const onSeen = ([{ target, isIntersecting }]) => target.classList.toggle('seen', isIntersecting)
      new IntersectionObserver(onSeen).observe(document.querySelector('p'))
    </script>`
    const body = `<header></header><main></main><p></p>${script}`
    const { picture } = await settled(style, body, { selector: 'p' })
    expect([picture.width, picture.height]).toEqual([640, 100])
    expect([picture.at(9, 5), picture.at(9, 95)]).toEqual([GREEN, GREEN])
  })

  test('when it has the width of an element before its height is measured', async () => {
    const body = `<main>x</main><script>
      const main = document.querySelector('main')
      onresize = () => { main.style.height = innerWidth === 300 ? '200px' : '700px' }
    </script>`
    const fit = { width_from: 'main', height_from: 'main' }
    const { picture } = await settled('main { width: 300px; height: 500px }', body, fit)
    expect([picture.width, picture.height]).toEqual([300, 200])
  })

  test('when its animations are ended', async () => {
    const style = 'div { height: 900px; animation: away 60s } @keyframes away { to { left: 1px } }'
    const body = '<div onanimationend="this.remove()"></div>'
    const { picture } = await settled(style, body, { disable_animations: true, full_page: true })
    expect(picture.height).toBe(512)
  })
})
