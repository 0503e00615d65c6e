// Pages that turn hostile while they are recorded: they begin at their first scroll, which is a frame of the video.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { listenOn, ORIGIN_HOST, nightly } from '@render/testkit'
import { crash, failure, picture as file, type Outcome } from './hostile/outcome.ts'
import { FEW_BYTES_PER_RENDER, leaveNothing, outlive, startSiege, type Siege } from './hostile/outlive.ts'
import { page } from './test-engine.ts'

/** Longer than a page takes for a frame that does not hang, also on a busy machine. */
const FRAME_TIMEOUT_MS = 4000

/** Its first two frames show the top of the page. */
const SCROLLING = {
  format: 'mp4',
  width: 160,
  height: 120,
  video_fps: 10,
  video_preset: 'ultrafast',
  video_scroll: true,
  skip_scroll: true,
  video_prescroll_duration: 200,
  video_scroll_duration: 1000,
  video_rest_duration: 0,
  video_postscroll_duration: 0,
} as const

const hanging = failure('RenderTimeoutError')
const memory = crash('memory')

const attacks: Record<string, [script: string, outcome: Outcome]> = {
  loops: ['for (;;);', hanging],
  'loops in a timer': ['setTimeout(() => { for (;;); }, 150)', hanging],
  'allocates memory': [
    // Little in each frame: a slow machine would take longer than a frame may for what one timer can keep.
    `const kept = []
    const keep = () => { kept.push(new Uint8Array(32 * 1024 ** 2).fill(1)); requestAnimationFrame(keep) }
    keep()`,
    memory,
  ],
  // Fifteen dialogs in each frame: as many as a timer can open would take a busy machine longer than a frame may.
  'asks for dialogs': ['setInterval(() => { alert(1); confirm(2); prompt(3) }, 20)', file],
  'goes elsewhere': ['location = "/elsewhere"', file],
  ...nightly({
    'loops in an animation frame': ['requestAnimationFrame(() => { for (;;); })', hanging],
    'loops through promises': ['(function again() { Promise.resolve().then(again) })()', hanging],
    'draws another large canvas in each frame': [
      `const draw = () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 8000, height: 8000 })
        canvas.getContext('2d', { willReadFrequently: true }).fillRect(0, 0, 8000, 8000)
        document.body.prepend(canvas)
        requestAnimationFrame(draw)
      }
      draw()`,
      memory,
    ],
    'opens windows': ['setInterval(() => open("about:blank"))', file],
    'adds animation frames': [
      'const again = () => { requestAnimationFrame(again); queueMicrotask(() => 0) }; again()',
      file,
    ],
    'reloads itself again and again': ['requestAnimationFrame(() => location.reload())', file],
  }),
}

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
/** The attacks that have begun. */
const begun = new Set<string>()

beforeAll(async () => {
  siege = await startSiege(FEW_BYTES_PER_RENDER, { frameTimeoutMs: FRAME_TIMEOUT_MS })
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    const { pathname, searchParams } = new URL(req.url!, 'http://origin')
    const name = searchParams.get('name')
    if (pathname === '/begun') begun.add(name!)
    res.setHeader('content-type', 'text/html')
    res.end(pathname === '/page' ? hostilePage(attacks[name!]![0]) : 'x')
  })
})

afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

/** A page that was reloaded goes on. */
function hostilePage(attack: string): string {
  return page(
    'main { height: 3000px }',
    `<main></main><script>
      const attack = () => { ${attack} }
      const begin = () => {
        const telling = new XMLHttpRequest()
        telling.open('GET', '/begun' + location.search, false)
        telling.send()
        sessionStorage.begun = true
        attack()
      }
      if (sessionStorage.begun) attack()
      else addEventListener('scroll', begin, { once: true })
    </script>`,
  )
}

test.concurrent.each(Object.entries(attacks))(
  'the engine survives a recorded page that %s',
  async (name, [, outcome]) => {
    const url = `${origin.url}/page?name=${encodeURIComponent(name)}`
    await outlive(siege, [{ ...SCROLLING, url }, outcome])
    expect([...begun]).toContain(name)
    // No other render was in its browser, which was killed as a whole.
    if (outcome === memory) siege.kills.push('memory')
  },
)
