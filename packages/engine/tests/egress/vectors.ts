// Lists everything that a page can do to reach an address. Each way is tried with an address of its own.

/** The content of a page, and the files that its origin serves, to try one way. */
export interface Vector {
  markup?: string
  script?: string
  /** The headers of the page itself. */
  headers?: Record<string, string>
  /** Further files, by path. */
  files?: Record<string, Served>
}

export interface Served {
  status?: number
  headers?: Record<string, string>
  body?: string
}

/** The address that a way tries to reach, as `http://host:port/` and as `host:port`. */
export interface Target {
  url: string
  at: string
}

type Way = (target: Target) => Vector

const HTML = { 'content-type': 'text/html' }
const SCRIPT = { 'content-type': 'text/javascript' }
const REDIRECTS = [301, 302, 303, 307, 308]

const markup =
  (write: (target: Target) => string): Way =>
  (target) => ({ markup: write(target) })
const script =
  (write: (target: Target) => string): Way =>
  (target) => ({ script: write(target) })

let files = 0

/** Serves a file at a path of its own and passes that path to `use`. */
function served(file: (target: Target) => Served, use: (path: string) => Vector): Way {
  const path = `/file-${++files}`
  return (target) => {
    const vector = use(path)
    return { ...vector, files: { ...vector.files, [path]: file(target) } }
  }
}

/** Tries a way in a document of its own, in a frame. */
const framed = (write: (target: Target) => string, headers: (target: Target) => object = () => ({})): Way =>
  served(
    (target) => ({ headers: { ...HTML, ...headers(target) }, body: write(target) }),
    (path) => ({ markup: `<iframe src="${path}"></iframe>` }),
  )

/** Tries a way in a worker with a script of its own. */
const inWorker = (write: (target: Target) => string, start: (path: string) => string): Way =>
  served(
    (target) => ({ headers: SCRIPT, body: write(target) }),
    (path) => ({ script: start(path) }),
  )

const startWorker = (path: string) => `new Worker('${path}')`
const startShared = (path: string) => `new SharedWorker('${path}')`
const startService = (path: string) =>
  `navigator.serviceWorker.register('${path}', { scope: '${path}-scope/' })`

const socket = ({ at }: Target) => `new WebSocket('ws://${at}/')`
const fetched = ({ url }: Target) => `fetch('${url}', { mode: 'no-cors' }).catch(() => {})`
const ice = (scheme: string, query = '') =>
  script(
    ({ at }) => `{
      const urls = '${scheme}:${at}${query}'
      const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] })
      peer.createDataChannel('x')
      peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    }`,
  )

const speculate = (what: string, url: string) => {
  const rules = { [what]: [{ source: 'list', urls: [url], eagerness: 'immediate' }] }
  return `<script type="speculationrules">${JSON.stringify(rules)}</script>`
}

export const ways: Record<string, Way> = {
  'B01 img': markup(({ url }) => `<img src="${url}">`),
  'B01 srcset': markup(({ url }) => `<img srcset="${url} 1x">`),
  'B01 picture': markup(({ url }) => `<picture><source srcset="${url}"><img></picture>`),
  'B02 iframe': markup(({ url }) => `<iframe src="${url}"></iframe>`),
  'B02 sandboxed iframe': markup(({ url }) => `<iframe sandbox src="${url}"></iframe>`),
  'B02 srcdoc': markup(({ url }) => `<iframe srcdoc="<img src='${url}'>"></iframe>`),
  'B02 data: iframe': markup(({ url }) => `<iframe src="data:text/html,<img src='${url}'>"></iframe>`),
  'B03 script': markup(({ url }) => `<script src="${url}"></script>`),
  'B03 dynamic import': script(({ url }) => `import('${url}').catch(() => {})`),
  'B03 modulepreload': markup(({ url }) => `<link rel="modulepreload" href="${url}">`),
  'B03 preload': markup(({ url }) => `<link rel="preload" as="image" href="${url}">`),
  'B03 preload by header': framed(
    () => '',
    ({ url }) => ({ link: `<${url}>; rel=preload; as=image` }),
  ),
  'B04 stylesheet': markup(({ url }) => `<link rel="stylesheet" href="${url}">`),
  'B04 @import': markup(({ url }) => `<style>@import url("${url}")</style>`),
  'B04 url()': markup(({ url }) => `<div style="background: url('${url}')">x</div>`),
  'B04 @font-face': markup(
    ({ url }) =>
      `<style>@font-face { font-family: f; src: url("${url}") }</style><p style="font-family: f">x`,
  ),
  'B04 FontFace': script(({ url }) => `new FontFace('g', 'url(${url})').load().catch(() => {})`),
  'B05 video': markup(({ url }) => `<video src="${url}"></video>`),
  'B05 audio': markup(({ url }) => `<audio preload="auto" src="${url}"></audio>`),
  'B05 source': markup(({ url }) => `<video><source src="${url}"></video>`),
  'B05 track': markup(
    ({ url }) => `<video crossorigin src="/none"><track default kind="captions" src="${url}"></video>`,
  ),
  'B05 poster': markup(({ url }) => `<video poster="${url}"></video>`),
  'B06 object': markup(({ url }) => `<object data="${url}"></object>`),
  'B06 embed': markup(({ url }) => `<embed src="${url}">`),
  'B06 input': markup(({ url }) => `<input type="image" src="${url}">`),
  'B06 background': markup(({ url }) => `<table background="${url}"><tr><td>x</table>`),
  'B07 svg image': markup(({ url }) => `<svg><image href="${url}" width="9" height="9"/></svg>`),
  'B07 svg document': served(
    ({ url }) => ({
      headers: { 'content-type': 'image/svg+xml' },
      body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`,
    }),
    (path) => ({ markup: `<iframe src="${path}"></iframe>` }),
  ),
  'B07 XML stylesheet': served(
    ({ url }) => ({
      headers: { 'content-type': 'text/xml' },
      body: `<?xml version="1.0"?><?xml-stylesheet type="text/css" href="${url}"?><a/>`,
    }),
    (path) => ({ markup: `<iframe src="${path}"></iframe>` }),
  ),
  'B08 fetch': script(fetched),
  'B08 XHR': script(
    ({ url }) => `{ const request = new XMLHttpRequest(); request.open('GET', '${url}'); request.send() }`,
  ),
  'B08 wasm': script(({ url }) => `WebAssembly.compileStreaming(fetch('${url}')).catch(() => {})`),
  'B09 EventSource': script(({ url }) => `new EventSource('${url}')`),
  'B10 sendBeacon': script(({ url }) => `navigator.sendBeacon('${url}', 'x')`),
  'B10 fetch on unload': served(
    ({ url }) => ({
      headers: HTML,
      body: `<script>onunload = onpagehide = () => fetch('${url}', { mode: 'no-cors', keepalive: true })</script>`,
    }),
    (path) => ({
      markup: `<iframe id="leaves" src="${path}" onload="setTimeout(() => leaves.remove(), 100)"></iframe>`,
    }),
  ),
  'B11 ping': framed(
    ({ url }) => `<a href="#x" ping="${url}">x</a><script>document.links[0].click()</script>`,
  ),
  'B12 form': framed(
    ({ url }) => `<form method="post" action="${url}"></form><script>document.forms[0].submit()</script>`,
  ),
  'B13 WebSocket': script(socket),
  'B14 secure WebSocket': script(({ at }) => `new WebSocket('wss://${at}/')`),
  'B15 WebSocket in worker': inWorker(socket, startWorker),
  'B16 WebSocket in blob: worker': script(
    (target) => `new Worker(URL.createObjectURL(new Blob([${JSON.stringify(socket(target))}])))`,
  ),
  'B17 WebSocket in shared worker': inWorker(socket, startShared),
  'B18 WebSocket in service worker': inWorker(socket, startService),
  'B19 fetch in worker': inWorker(fetched, startWorker),
  'B19 fetch in shared worker': inWorker(fetched, startShared),
  'B19 fetch in service worker': inWorker(fetched, startService),
  'B19 importScripts': inWorker(({ url }) => `importScripts('${url}')`, startWorker),
  'B20 audio worklet': script(
    ({ url }) => `new OfflineAudioContext(1, 1, 8000).audioWorklet.addModule('${url}').catch(() => {})`,
  ),
  'B20 paint worklet': script(({ url }) => `CSS.paintWorklet.addModule('${url}').catch(() => {})`),
  'B21 prefetch': markup(({ url }) => `<link rel="prefetch" href="${url}">`),
  'B21 speculation rules, prefetch': markup(({ url }) => speculate('prefetch', url)),
  'B21 speculation rules, prerender': markup(({ url }) => speculate('prerender', url)),
  'B22 preconnect': markup(({ url }) => `<link rel="preconnect" href="${url}">`),
  'B23 window': script(({ url }) => `window.open('${url}')`),
  "B23 window's picture": served(
    ({ url }) => ({ headers: HTML, body: `<img src="${url}">` }),
    (path) => ({ script: `window.open('${path}')` }),
  ),
  'B24 meta refresh': framed(({ url }) => `<meta http-equiv="refresh" content="0; url=${url}">`),
  'B24 location': framed(({ url }) => `<script>location = '${url}'</script>`),
  ...Object.fromEntries(
    REDIRECTS.flatMap((status) => {
      const redirect = ({ url }: Target): Served => ({
        status,
        headers: { location: url, 'access-control-allow-origin': '*' },
      })
      return [
        [
          `B25 ${status} of a document`,
          served(redirect, (path) => ({ markup: `<iframe src="${path}"></iframe>` })),
        ],
        [`B25 ${status} of an image`, served(redirect, (path) => ({ markup: `<img src="${path}">` }))],
        [
          `B25 ${status} of a fetch`,
          served(redirect, (path) => ({ script: `fetch('${path}', { mode: 'no-cors' }).catch(() => {})` })),
        ],
        [
          `B12 ${status} of a form`,
          served(redirect, (path) => ({
            markup: `<iframe srcdoc="<form method='post' action='${path}'></form><script>document.forms[0].submit()</script>"></iframe>`,
          })),
        ],
      ]
    }),
  ),
  'B26 STUN': ice('stun'),
  'B26 TURN': ice('turn'),
  'B26 TURN over TCP': ice('turn', '?transport=tcp'),
  'B27 WebTransport': script(({ at }) => `new WebTransport('https://${at}/').ready.catch(() => {})`),
  'B28 CSP report-uri': framed(
    () => '<img src="/none">',
    ({ url }) => ({ 'content-security-policy': `img-src 'none'; report-uri ${url}` }),
  ),
  'B28 Reporting-Endpoints': framed(
    () => '<img src="/none">',
    ({ url }) => ({
      'reporting-endpoints': `there="${url}"`,
      'content-security-policy': "img-src 'none'; report-to there",
    }),
  ),
  'B29 favicon': markup(({ url }) => `<link rel="icon" href="${url}">`),
  'B29 manifest': markup(({ url }) => `<link rel="manifest" href="${url}">`),
}

/** Ways that the headless shell, with our switches, does not try, or not at once. */
export const idle = [
  'B22 preconnect',
  'B23 window',
  "B23 window's picture",
  'B28 Reporting-Endpoints',
  'B29 favicon',
  'B29 manifest',
]

/** Ways that do not reach the proxy: they use datagrams, or the browser does not try them behind a proxy. */
export const unasked = [
  'B21 speculation rules, prefetch',
  'B21 speculation rules, prerender',
  'B26 STUN',
  'B26 TURN',
  'B27 WebTransport',
]

/** Names of this machine. */
export const spellings = [
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0X7F.0.0.1',
  '0177.0.0.1',
  '017700000001',
  '0',
  '0.0.0.0',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'foo.localhost',
  '127.0.0.1.',
  '１２７．０．０．１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '%31%32%37.0.0.1',
]
