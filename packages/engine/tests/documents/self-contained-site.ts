import { blockFont, listenOn, ORIGIN_HOST } from '@render/testkit'
import sharp from 'sharp'

const OTHER_HOST = '127.0.1.2'

/** Maps paths to types and bodies; `OTHER` in a text is the same site at another origin. */
export type Answers = Record<string, [type: string, body: string | Buffer]>

export interface Site extends AsyncDisposable {
  url: string
  otherUrl: string
  /** How often each path was asked for. */
  hits: Record<string, number>
}

/** Serves answers at two origins; other paths are not found. */
export async function startSite(answers: Answers): Promise<Site> {
  const hits: Record<string, number> = {}
  const site = { otherUrl: '' }
  const handle: Parameters<typeof listenOn>[1] = (req, res) => {
    const path = req.url!
    hits[path] = (hits[path] ?? 0) + 1
    const [type, body] = answers[path] ?? []
    if (body === undefined) return void res.writeHead(404).end('not found')
    const sent = typeof body === 'string' ? body.replaceAll('OTHER', site.otherUrl) : body
    res.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(sent)
  }
  const [server, other] = await Promise.all([listenOn(ORIGIN_HOST, handle), listenOn(OTHER_HOST, handle)])
  site.otherUrl = other.url
  return {
    url: server.url,
    otherUrl: other.url,
    hits,
    async [Symbol.asyncDispose]() {
      await Promise.all([server[Symbol.asyncDispose](), other[Symbol.asyncDispose]()])
    },
  }
}

const png = (background: string, width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()

/** Files that pages of tests refer to. */
export async function siteFiles(): Promise<Answers> {
  const colours = { red: '#f00', green: '#0a0', blue: '#00f', gold: '#fc0', teal: '#088', pink: '#f6a' }
  const pictures = Object.entries(colours).map(
    async ([name, colour]) => [`/${name}.png`, ['image/png', await png(colour)]] as const,
  )
  return {
    ...Object.fromEntries(await Promise.all(pictures)),
    '/large.png': ['image/png', await png('#808', 120, 90)],
    '/block.ttf': ['font/ttf', blockFont()],
    '/styles/main.css': [
      'text/css',
      `@import "colours.css" layer(base); @import url(print.css) print;
      @font-face { font-family: Block; src: url(../block.ttf) }
      .font { font: 40px/1 Block } .bg { width: 90px; height: 60px; background: url(../gold.png) }`,
    ],
    '/styles/colours.css': [
      'text/css',
      'h1 { color: rgb(0, 120, 0) } .deep { background: url("../teal.png") }',
    ],
    '/styles/print.css': ['text/css', 'body { display: none }'],
    '/sprite.svg': [
      'image/svg+xml',
      `<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="g"><stop stop-color="red"/><stop offset="1" stop-color="blue"/></linearGradient></defs>
      <symbol id="star" viewBox="0 0 10 10"><path d="M5 0L10 10H0z" fill="url(#g)"/></symbol>
      <symbol id="dot" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol></svg>`,
    ],
    '/shape.svg': [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="orange"/><circle cx="20" cy="20" r="15" fill="purple"/></svg>',
    ],
    '/mask.svg': [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="60"><circle cx="30" cy="30" r="30"/></svg>',
    ],
    '/clip.svg': [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg"><clipPath id="c"><circle cx="40" cy="30" r="30"/></clipPath></svg>',
    ],
    '/frame': [
      'text/html',
      '<!doctype html><style>body { margin: 0; background: #cfc } h2 { color: navy }</style><h2>Framed</h2><img src="/pink.png"><script>document.body.append("late")</script>',
    ],
    '/quirky-frame': ['text/html', '<style>td { color: red }</style><body><table><tr><td>quirks</table>'],
    '/nested-frame': [
      'text/html',
      '<!doctype html><body bgcolor="gold">one<iframe src="/frame" width="200" height="80"></iframe>',
    ],
  }
}
