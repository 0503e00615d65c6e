// Serves the pages that both subjects render: typical, deterministic pages.
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import sharp from 'sharp'

export interface BenchOrigin extends AsyncDisposable {
  url: string
}

/** Pages of the mixed workload; the gallery has forty pictures and 5.6 MB. */
export const MIXED = ['/tiny', '/article', '/images', '/gallery', '/landing', '/tall', '/app']

/** Takes 1.5 s to load, without CPU work. */
export const WAITING = ['/waiting']

/** 15 000 px tall, photographs and text; the second one has a fixed bar. */
export const LONG = '/long'
export const LONG_WITH_BAR = '/long-with-bar'

/** 100 000 px tall. */
export const HUGE = '/huge'

/** Waits for the scripts of an advertiser and a tracker. */
export const HINDERED = '/hindered'

const WAIT_MS = 1500
const IMAGES = 40

export async function startBenchOrigin(): Promise<BenchOrigin> {
  const draw = (shape: Shape) => Promise.all(Array.from({ length: IMAGES }, (_, i) => drawImage(i, shape)))
  const images = await draw({ grain: 40, width: 400 })
  const photographs = await draw({ grain: 160, width: 800 })
  const files = new Map<string, Buffer>()
  for (const [i, image] of images.entries()) files.set(`/image/${i}`, image)
  for (const [i, image] of photographs.entries()) files.set(`/photograph/${i}`, image)
  const pages: Record<string, string> = {
    '/tiny': page('', '<h1>Hello</h1><p>A small page.</p>'),
    '/article': page('body { max-width: 700px; margin: auto }', paragraphs(100_000)),
    '/images': page(IMAGE_STYLE, images.map((_, i) => `<img src="/image/${i}">`).join('')),
    '/gallery': page(IMAGE_STYLE, photographs.map((_, i) => `<img src="/photograph/${i}">`).join('')),
    '/landing': page(LANDING_STYLE, landing()),
    '/tall': page('section { height: 500px }', sections(30)),
    '/app': page('li { padding: 4px }', APP),
    [LONG]: page(LONG_STYLE, long(images.length)),
    [LONG_WITH_BAR]: page(
      `${LONG_STYLE} nav { position: fixed; top: 0 }`,
      // Without any code it would be captured at once in both modes.
      `<nav>Bar</nav>${long(images.length)}<script></script>`,
    ),
    [HUGE]: page('section { height: 500px } body { margin: 0 }', sections(200)),
    [HINDERED]: page(
      '',
      `<h1>Hindered</h1>${LISTED.map((src) => `<script src="${src}"></script>`).join('')}${paragraphs(20_000)}`,
    ),
    '/waiting': page('', '<h1>Waiting</h1><link rel="stylesheet" href="/slow.css">'),
  }
  return listenOn(ORIGIN_HOST, (req, res) => {
    const path = req.url ?? '/'
    const image = files.get(path)
    if (pages[path]) res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[path])
    else if (image) res.writeHead(200, { 'content-type': 'image/jpeg' }).end(image)
    else if (path === '/data.json') res.writeHead(200, { 'content-type': 'application/json' }).end(DATA)
    else if (LISTED.includes(path)) setTimeout(() => res.end(), WAIT_MS)
    else if (path === '/slow.css')
      setTimeout(() => res.writeHead(200, { 'content-type': 'text/css' }).end(), WAIT_MS)
    else res.writeHead(404).end()
  })
}

/** Paths that filter lists match on any host. */
const LISTED = ['/ads?zone_id=1', '/analytics.bundled.js']

const DATA = JSON.stringify(
  Array.from({ length: 300 }, (_, i) => ({ id: i, name: `Item ${i}`, price: i * 7 })),
)

const APP = `<ul></ul><script>
  const request = new XMLHttpRequest()
  request.open('GET', '/data.json', false)
  request.send()
  for (const { id, name, price } of JSON.parse(request.responseText)) {
    const item = document.createElement('li')
    item.textContent = id + ' ' + name + ' ' + price
    document.querySelector('ul').append(item)
  }
</script>`

const IMAGE_STYLE = 'img { width: 200px; height: 150px }'

const LANDING_STYLE = `
  body { margin: 0; background: linear-gradient(135deg, #124, #46a 60%, #8cf) }
  .card { display: inline-block; width: 280px; height: 180px; margin: 16px; border-radius: 16px; background: #ffffffd0;
    box-shadow: 0 8px 32px #0006 }
  header { height: 360px; background: radial-gradient(circle at 30% 40%, #fc8, transparent 60%) }`

function landing(): string {
  const drawing = '<svg width="64" height="64"><circle cx="32" cy="32" r="28" fill="#e63"/></svg>'
  return `<header><h1>Everything, rendered</h1></header>${`<div class="card">${drawing}<h3>Fast</h3></div>`.repeat(24)}`
}

const LONG_STYLE = `
  body { margin: 0; height: 15000px; overflow: hidden }
  p { margin: 0; height: 200px; overflow: hidden } img { width: 200px; height: 175px }`

/** Returns a page of forty sections of 375 px. */
function long(images: number): string {
  const part = (at: number) =>
    `<p>${TEXT.repeat(12)}</p><div>${`<img src="/image/${at % images}">`.repeat(6)}</div>`
  return Array.from({ length: 40 }, (_, at) => part(at)).join('')
}

function sections(count: number): string {
  return Array.from(
    { length: count },
    (_, i) => `<section style="background: hsl(${i * 12} 60% 80%)">${i}</section>`,
  ).join('')
}

const TEXT = 'The quick brown fox jumps over the lazy dog while nobody is looking, and then it goes home. '

function paragraphs(bytes: number): string {
  return `<p>${TEXT.repeat(7)}</p>\n`.repeat(Math.ceil(bytes / (TEXT.length * 7)))
}

function page(style: string, body: string): string {
  return `<!doctype html><meta charset="utf-8"><title>bench</title><style>${style}</style><body>${body}</body>`
}

/** Widths in pixels; each picture is three quarters as high. */
interface Shape {
  /** That of the noise before it is enlarged. */
  grain: number
  width: number
}

/** Draws smooth, deterministic noise in place of a photograph. */
async function drawImage(seed: number, { grain, width }: Shape): Promise<Buffer> {
  let state = seed + 1
  const raw = { width: grain, height: grain * 0.75, channels: 3 as const }
  const pixels = Buffer.from(
    Array.from(
      { length: raw.width * raw.height * raw.channels },
      () => (state = (state * 16_807) % 2_147_483_647) & 255,
    ),
  )
  return sharp(pixels, { raw })
    .resize(width, width * 0.75)
    .jpeg({ quality: 80 })
    .toBuffer()
}
