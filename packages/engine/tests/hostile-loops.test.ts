import { afterAll, beforeAll, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST, nightly } from '@render/testkit'
import { ENDLESS_SHADER, USES_OF_USES } from './hostile/endless-drawings.ts'
import { failure, memoryOrTimeout, picture, timeout, type Outcome } from './hostile/outcome.ts'
import { leaveNothing, outlive, PROMISED_GRACE_MS, startSiege, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = { ...(await startSiege()), graceMs: PROMISED_GRACE_MS }
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
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

/** `hostile-together.test.ts` runs the loops of parsing, of loading, of reloads and of callers in each run. */
const scripts: Record<string, [script: string, outcome: Outcome]> = {
  'through its history': ['for (let i = 0; i < 1e5; i++) history.pushState(i, "", "#" + i)', picture],
  ...nightly({
    'while it is parsed': ['for (;;);', timeout],
    'after its load': ['addEventListener("load", () => setTimeout(() => { for (;;); }))', timeout],
    'when it draws': ['requestAnimationFrame(() => { for (;;); })', timeout],
    'through promises': ['(function again() { Promise.resolve().then(again) })()', timeout],
  }),
}

test.concurrent.each(Object.entries(scripts))(
  'the engine survives a page that loops %s',
  (_name, [script, outcome]) => outlive(siege, [{ html: page('', `<script>${script}</script>`) }, outcome]),
)

const loads: Record<string, Outcome> = {
  '/redirects': failure('NavigationError'),
  ...nightly({ '/reloads': timeout, '/replaces': timeout }),
}
test.concurrent.each(Object.entries(loads))(
  'the engine survives an address that navigates endlessly: %s',
  (path, outcome) => outlive(siege, [{ url: origin.url + path }, outcome]),
)

/** Long enough for a drawing to begin, also on a busy machine. */
const PAINT_MS = 3000
const shader = page('', `<canvas></canvas><script>${ENDLESS_SHADER}</script>`)

const drawings: Record<string, [html: string, outcome: Outcome]> = {
  'of uses of uses': [page('', `<svg>${USES_OF_USES}</svg>`), memoryOrTimeout],
  // Its browser is killed, because it draws no other page.
  ...nightly({
    'by an endless shader': [shader, { ...timeout, timeoutMs: PAINT_MS, thenKilled: 'hang' as const }],
  }),
}
test.concurrent.each(Object.entries(drawings))('the engine survives a drawing %s', (_, [html, outcome]) =>
  outlive(siege, [{ html }, outcome]),
)
