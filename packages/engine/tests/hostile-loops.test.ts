import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { failure, leaveNothing, outlive, picture, startBesieged, type Outcome } from './hostile/outlive.ts'
import { page, type TestEngine } from './test-engine.ts'

let engine: TestEngine
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await startBesieged()
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://origin')
    const next = `${pathname}?n=${Number(searchParams.get('n')) + 1}`
    if (pathname === '/redirects') return res.writeHead(302, { location: next }).end()
    res.setHeader('content-type', 'text/html')
    res.end(
      `<script>${pathname === '/reloads' ? 'location.reload()' : `location.replace('${next}')`}</script>`,
    )
  })
})
afterAll(async () => {
  await leaveNothing(engine)
  await origin[Symbol.asyncDispose]()
})

const timeout = failure('RenderTimeoutError')
const scripts: Record<string, [script: string, outcome: Outcome]> = {
  'while it is read': ['for (;;);', timeout],
  'after its load': ['addEventListener("load", () => setTimeout(() => { for (;;); }))', timeout],
  'when it draws': ['requestAnimationFrame(() => { for (;;); })', timeout],
  'through promises': ['(function again() { Promise.resolve().then(again) })()', timeout],
  'through its history': ['for (let i = 0; i < 1e6; i++) history.pushState(i, "", "#" + i)', picture],
}

test.each(Object.entries(scripts))('a page that loops %s', (_name, [script, outcome]) =>
  outlive(engine, { html: page('', `<script>${script}</script>`) }, outcome),
)

test("a caller's script that loops", () => outlive(engine, { html: 'x', js: 'for (;;);' }, timeout))

const loads: [path: string, outcome: Outcome][] = [
  ['/redirects', failure('NavigationError')],
  ['/reloads', timeout],
  ['/replaces', timeout],
]
test.each(loads)('an address that never stays: %s', (path, outcome) =>
  outlive(engine, { url: origin.url + path }, outcome),
)
