import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, readPicture } from '@render/testkit'
import { page } from '../test-engine.ts'
import { BLUE, GREEN, RED } from './colours.ts'
import { BARS, full, OBSERVED } from './full-page.ts'
import type { Row, Rows } from './rows.ts'

/** Turns green 700 ms after it was scrolled. */
const GREEN_AFTER_SCROLL = page(
  'body { background: #f00; height: 5000px }',
  `<script>onscroll = () => setTimeout(() => (document.body.style.background = '#0f0'), 700)</script>`,
)

/** Turns green 700 ms after something was done to it. */
const GREEN_AFTER_STEP = page(
  'body { background: #f00; height: 1000px }',
  `<script>
    const onStep = () => setTimeout(() => (document.body.style.background = '#0f0'), 700)
    onclick = onmouseover = onkeydown = onStep
  </script>`,
)
const STEPS: GivenOptions[] = [
  { js: 'onStep()' },
  { click: ['body'] },
  { click_at: '9,9' },
  { hover: ['body'] },
  { press_escape: true },
]

export const waiting: Rows = {
  delay: [
    async ({ origin, picture }) => {
      const url = `${origin.url}/turns-green`
      expect((await picture({ url, delay: 2000, skip_final_delay: true })).at(9, 9)).toBe(GREEN)
    },
    async ({ picture }) => {
      const script = "onload = () => setTimeout(() => (document.body.style.background = '#0f0'), 30000)"
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      expect((await picture({ html })).at(9, 9)).toBe(RED)
    },
  ],
  minidelay: [
    async ({ picture }) => {
      const at = async (minidelay: number) =>
        (await picture({ html: GREEN_AFTER_SCROLL, scroll_to: 300, minidelay, skip_final_delay: true })).at(
          9,
          9,
        )
      expect(await at(0)).toBe(RED)
      expect(await at(2000)).toBe(GREEN)
    },
    ...STEPS.map((step): Row => async ({ picture }) => {
      const given = { html: GREEN_AFTER_STEP, minidelay: 2000, skip_final_delay: true }
      expect((await picture({ ...given, ...step })).at(600, 500)).toBe(GREEN)
    }),
  ],
  wait_until: [
    async ({ picture }) => {
      // The image holds the load event back; what follows load holds the network.
      await using slow = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/image') void held.then(() => res.end())
        else res.setHeader('content-type', 'text/html').end(slowPage)
      })
      let release = (): void => undefined
      const held = new Promise<void>((resolve) => (release = resolve))
      const slowPage = page(
        'body { background: #f00 }',
        `<img src="/image"><script>onload = () => (document.body.style.background = '#0f0')</script>`,
      )
      const at = async (wait_until: GivenOptions['wait_until']) =>
        (await picture({ url: slow.url, wait_until, skip_final_delay: true })).at(600, 500)
      expect(await at('domloaded')).toBe(RED)
      // One connection is open: enough for silence of the one kind, not of the other.
      expect(await at('mostrequestsfinished')).toBe(RED)
      const waiting = at('loaded')
      setTimeout(release, 300)
      expect(await waiting).toBe(GREEN)
    },
    async ({ origin, picture }) => {
      const late = { url: `${origin.url}/late-request`, skip_final_delay: true }
      expect((await picture({ ...late, wait_until: 'loaded' })).at(600, 500)).toBe(RED)
      expect((await picture({ ...late, wait_until: 'requestsfinished' })).at(600, 500)).toBe(GREEN)
    },
    async ({ engine, origin }) => {
      // Never silent: captured as it is once its load event was there.
      const script = "for (const each of 'abc') fetch('/never-answers?' + each)"
      const html = page('body { background: #0f0 }', `<script>onload = () => { ${script} }</script>`)
      const rendered = await engine.make({
        url: origin.url,
        html,
        wait_until: 'mostrequestsfinished',
        timeout: 5000,
      })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.warnings).toEqual([expect.stringContaining('5000 ms')])
    },
  ],
  timeout: [
    async ({ engine, origin }) => {
      const start = performance.now()
      const never = engine.make({ url: `${origin.url}/never-answers`, timeout: 5000 })
      await expect(never).rejects.toMatchObject({ code: 'RenderTimeoutError' })
      expect(performance.now() - start).toBeGreaterThan(4900)
    },
    async ({ engine, origin }) => {
      const html = page('', `<img src="${origin.url}/never-answers">`)
      for (const wait_until of ['loaded', 'requestsfinished'] as const)
        await expect(engine.make({ html, wait_until, timeout: 5000 })).rejects.toMatchObject({
          code: 'RenderTimeoutError',
        })
      // One connection that never ends is silence enough here.
      expect(await engine.make({ html, wait_until: 'mostrequestsfinished', timeout: 5000 })).toBeDefined()
    },
  ],
  skip_final_delay: [
    async ({ picture }) => {
      // The page turns green with an answer that comes once it is asked to.
      const { promise: held, resolve: release } = Promise.withResolvers<void>()
      const { promise: asked, resolve: onAsked } = Promise.withResolvers<void>()
      await using slow = await listenOn('127.0.1.1', (req, res) => {
        if (req.url === '/held') void held.then(() => res.end())
        else res.setHeader('content-type', 'text/html').end(slowPage)
        if (req.url === '/held') onAsked()
      })
      const script = `onload = () => fetch('/held').then(() => (document.body.style.background = '#0f0'))`
      const slowPage = page('body { background: #f00 }', `<script>${script}</script>`)
      const at = async (skip_final_delay: boolean) =>
        (await picture({ url: slow.url, skip_final_delay })).at(600, 500)
      expect(await at(true)).toBe(RED)
      const waiting = at(false)
      void asked.then(release)
      expect(await waiting).toBe(GREEN)
    },
  ],
  turbo: [
    async ({ engine, origin, picture }) => {
      // Neither the image that holds the load event back is waited for, nor what is asked after it.
      const body = "<img src='/never-answers?1'><script>fetch('/never-answers?2')</script>"
      const options = { url: origin.url, html: page('body { background: #0f0 }', body), turbo: true }
      expect((await picture(options)).at(600, 500)).toBe(GREEN)
      await expect(engine.make({ ...options, wait_until: 'loaded', timeout: 5000 })).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      })
      const { trace } = await engine.make({ ...options, skip_final_delay: false })
      expect(trace).toContainEqual(
        expect.objectContaining({ waitedFor: expect.arrayContaining(['requests']) }),
      )
    },
    async ({ picture }) => {
      const seen = async (options: GivenOptions) =>
        (await picture({ ...full, html: OBSERVED, ...options })).at(9, 3050)
      expect(await seen({ turbo: true })).toBe(RED)
      expect(await seen({ turbo: true, skip_scroll: false })).toBe(GREEN)
    },
    async ({ picture }) => {
      const seen = async (options: GivenOptions) =>
        (await picture({ ...full, html: BARS, ...options })).at(590, 8000)
      expect(await seen({ turbo: true })).toBe(GREEN)
      expect(await seen({ turbo: true, full_page_mode: 'stitch' })).toBe(BLUE)
    },
    async ({ picture }) => {
      const seen = async (options: GivenOptions) =>
        (await picture({ html: GREEN_AFTER_SCROLL, scroll_to: 300, ...options })).at(9, 9)
      expect(await seen({ turbo: true })).toBe(RED)
      expect(await seen({ turbo: true, minidelay: 2000 })).toBe(GREEN)
    },
  ],
}
