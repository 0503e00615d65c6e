// Several hostile pages at the same time in one browser.
import { afterAll, beforeAll, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, nightly } from '@render/testkit'
import { crash, picture, timeout, type Outcome } from './hostile/outcome.ts'
import {
  FEW_BYTES_PER_RENDER,
  leaveNothing,
  outlive,
  PROMISED_GRACE_MS,
  startSiege,
  type Siege,
} from './hostile/outlive.ts'
import { page } from './test-engine.ts'

let siege: Siege
let origin: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  siege = { ...(await startSiege(FEW_BYTES_PER_RENDER)), graceMs: PROMISED_GRACE_MS }
  origin = await listenOn(ORIGIN_HOST, (req, res) => {
    if (req.url === '/reloads')
      res.setHeader('content-type', 'text/html').end('<script>location.reload()</script>')
  })
})
afterAll(async () => {
  await leaveNothing(siege)
  await origin[Symbol.asyncDispose]()
})

const scripted = (script: string): GivenOptions => ({ html: page('', `<script>${script}</script>`) })
const growing = (step: string): [GivenOptions, Outcome] => [
  {
    ...scripted(`const kept = []; addEventListener('load', () => setInterval(() => { ${step} }))`),
    delay: 60_000,
  },
  crash('memory'),
]

const crowds: Record<string, () => [GivenOptions, Outcome][]> = {
  'that loop at different moments': () => [
    [scripted('for (;;);'), timeout],
    [scripted('addEventListener("load", () => setTimeout(() => { for (;;); }))'), timeout],
    [{ html: 'x', js: 'for (;;);' }, timeout],
    [{ url: `${origin.url}/reloads` }, timeout],
  ],
  'that wait for a server': () => Array.from({ length: 4 }, () => [{ url: `${origin.url}/silent` }, timeout]),
  'that allocate memory endlessly': () => [
    growing('for (let i = 0; i < 2e5; i++) kept.push({ a: [i, i], b: "x" + i })'),
    growing('kept.push(new Uint8Array(16 * 1024 ** 2).fill(1))'),
    growing('kept.push(JSON.stringify("x".repeat(1e7)))'),
    growing('document.body.append(...Array.from({ length: 2e4 }, () => document.createElement("p")))'),
  ],
  ...nightly<() => [GivenOptions, Outcome][]>({
    'that hang when they are captured': () =>
      Array.from({ length: 4 }, () => [scripted('requestAnimationFrame(() => { for (;;); })'), timeout]),
    'that open windows and dialogs': () => [
      [scripted('setInterval(() => open("about:blank"), 20)'), picture],
      [scripted('setInterval(() => alert(1))'), picture],
      [scripted('for (let i = 0; i < 50; i++) print()'), picture],
      [scripted('for (let i = 0; i < 1e5; i++) setInterval(() => 0, 10)'), picture],
    ],
  }),
}

test.each(Object.entries(crowds))('the neighbours of four pages %s succeed', (_name, hostile) =>
  outlive(siege, ...hostile()),
)
