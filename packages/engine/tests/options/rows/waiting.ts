import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST, readPicture, startHeldSite } from '@render/testkit'
import { page, SHORT_TIMEOUT_MS } from '../../test-engine.ts'
import { BLUE, GREEN, RED } from '../colours.ts'
import { BARS, full, OBSERVED } from './full-page.ts'
import { probeEach, type Rows, type World } from '../probe.ts'

/** Turns a page green with a response. */
const WITH_RESPONSE = `fetch('/held').then(() => (document.body.style.background = '#0f0'))`
/** Turns a page green after half a second. */
const LATE = "setTimeout(() => (document.body.style.background = '#0f0'), 500)"

/** Returns a page that begins to turn green after its load. */
const greenAfterLoad = (turnGreen: string) =>
  page('body { background: #f00 }', `<script>onload = () => ${turnGreen}</script>`)

/** Returns a page that begins to turn green after it was scrolled. */
const greenAfterScroll = (turnGreen: string) =>
  page('body { background: #f00; height: 5000px }', `<script>onscroll = () => ${turnGreen}</script>`)

/** A page that turns green late after a step of the render. */
const GREEN_AFTER_STEP = page(
  'body { background: #f00; height: 1000px }',
  `<script>
    const onStep = () => ${LATE}
    onclick = onmouseover = onkeydown = onStep
  </script>`,
)

/** A pause that is longer than pages take to turn green late. */
const PAUSE_MS = 2000

/** Returns the colour of a page when its response never comes, or comes late. */
async function seen({ picture }: World, html: string, comes: 'never' | 'late', options: GivenOptions) {
  await using site = await startHeldSite(html)
  if (comes === 'late') site.releaseLate()
  return (await picture({ url: site.url, skip_final_delay: true, ...options })).at(600, 500)
}

const STEPS: GivenOptions[] = [
  { js: 'onStep()' },
  { click: ['body'] },
  { click_at: '9,9' },
  { hover: ['body'] },
  { press_escape: true },
]

export const waiting: Rows = {
  delay: {
    'waits before the capture': async (world) => {
      expect(await seen(world, greenAfterLoad(LATE), 'never', { delay: PAUSE_MS })).toBe(GREEN)
    },
    'by default the render does not wait for timers of the page': async ({ picture }) => {
      const script = "onload = () => setTimeout(() => (document.body.style.background = '#0f0'), 30000)"
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      expect((await picture({ html })).at(9, 9)).toBe(RED)
    },
  },
  minidelay: {
    'waits after scrolling': async (world) => {
      const at = (turnGreen: string, minidelay: number) =>
        seen(world, greenAfterScroll(turnGreen), 'never', { scroll_to: 300, minidelay })
      expect(await at(WITH_RESPONSE, 0)).toBe(RED)
      expect(await at(LATE, PAUSE_MS)).toBe(GREEN)
    },
    ...probeEach(
      STEPS,
      (step) => `waits after ${Object.keys(step)[0]}`,
      (step) => async (world) =>
        expect(await seen(world, GREEN_AFTER_STEP, 'late', { minidelay: PAUSE_MS, ...step })).toBe(GREEN),
    ),
  },
  wait_until: {
    '"domloaded", "mostrequestsfinished" and "loaded" end at their events': async (world) => {
      // The image delays the load event; requests after the load keep the network busy.
      const slowPage = page(
        'body { background: #f00 }',
        `<img src="/held"><script>onload = () => (document.body.style.background = '#0f0')</script>`,
      )
      expect(await seen(world, slowPage, 'never', { wait_until: 'domloaded' })).toBe(RED)
      // One connection is open: `mostrequestsfinished` ignores it, other conditions do not.
      expect(await seen(world, slowPage, 'never', { wait_until: 'mostrequestsfinished' })).toBe(RED)
      expect(await seen(world, slowPage, 'late', { wait_until: 'loaded' })).toBe(GREEN)
    },
    'a style sheet that never arrives keeps no page from being drawn': async ({ engine }) => {
      const html = `<!doctype html><head><link rel="stylesheet" href="/never"></head><body style="background: #0f0">`
      await using site = await listenOn(ORIGIN_HOST, ({ url }, res) => {
        if (url === '/') res.setHeader('content-type', 'text/html').end(html)
      })
      const { body, warnings } = await engine.make({ url: site.url, wait_until: 'domloaded', timeout: 5000 })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
      expect(warnings).toEqual([expect.stringContaining('of its "head" within the "timeout" of 5000 ms')])
    },
    '"requestsfinished" waits for requests after the load': async (world) => {
      const html = page('body { background: #f00 }', `<script>${WITH_RESPONSE}</script>`)
      expect(await seen(world, html, 'never', { wait_until: 'loaded' })).toBe(RED)
      expect(await seen(world, html, 'late', { wait_until: 'requestsfinished' })).toBe(GREEN)
    },
    '"mostrequestsfinished" gives up with a warning when the network is never idle': async ({
      engine,
      origin,
    }) => {
      // The network is never idle, so the page is captured after its load event.
      const script = "for (const each of 'abc') fetch('/never-answers?' + each)"
      const html = page('body { background: #0f0 }', `<script>onload = () => { ${script} }</script>`)
      const rendered = await engine.make({
        url: origin.url,
        html,
        wait_until: 'mostrequestsfinished',
        timeout: 5000,
        skip_final_delay: true,
      })
      expect((await readPicture(rendered.body)).at(600, 500)).toBe(GREEN)
      expect(rendered.warnings).toEqual([expect.stringContaining(`5000 ms`)])
    },
  },
  timeout: {
    'a page that never answers fails at its time': async ({ engine, origin }) => {
      const start = performance.now()
      const never = engine.make({ url: `${origin.url}/never-answers`, timeout: SHORT_TIMEOUT_MS })
      await expect(never).rejects.toMatchObject({
        code: 'RenderTimeoutError',
        message: expect.stringContaining('did not answer with a page'),
        details: [{ option: 'timeout', message: expect.anything() }],
      })
      expect(performance.now() - start).toBeGreaterThan(SHORT_TIMEOUT_MS - 100)
    },
    'an image that never answers fails "loaded" and "requestsfinished", not "mostrequestsfinished"': async ({
      engine,
      origin,
    }) => {
      const html = page('', `<img src="${origin.url}/never-answers">`)
      const ends = (['loaded', 'requestsfinished'] as const).map((wait_until) =>
        expect(engine.make({ html, wait_until, timeout: 5000 })).rejects.toMatchObject({
          code: 'RenderTimeoutError',
          message: expect.stringMatching(/had not ended: 1\. "ignore_load_errors" .*"domloaded"/),
        }),
      )
      await Promise.all(ends)
      // This condition ignores one connection that never ends.
      const ignoring = { wait_until: 'mostrequestsfinished', skip_final_delay: true } as const
      expect(await engine.make({ html, ...ignoring })).toBeDefined()
    },
  },
  skip_final_delay: {
    'the page is captured without waiting until it rests': async (world) => {
      const html = greenAfterLoad(WITH_RESPONSE)
      expect(await seen(world, html, 'never', { skip_final_delay: true })).toBe(RED)
      await using site = await startHeldSite(html)
      const onStage = (name: string): void => {
        // A capture that does not wait is over by then.
        if (name === 'settle-page') setTimeout(() => site.release(), 500)
      }
      const { body } = await world.engine.make({ url: site.url, skip_final_delay: false }, { onStage })
      expect((await readPicture(body)).at(600, 500)).toBe(GREEN)
    },
  },
  turbo: {
    'waits neither for the load nor for requests, unless other options ask for it': async ({
      engine,
      origin,
      picture,
    }) => {
      // There is always a request that is young enough to be waited for.
      const script = "let n = 2; setInterval(() => fetch('/never-answers?' + n++), 200)"
      const body = `<img src='/never-answers?1'><script>${script}</script>`
      const options = { url: origin.url, html: page('body { background: #0f0 }', body), turbo: true }
      expect((await picture(options)).at(600, 500)).toBe(GREEN)
      await expect(
        engine.make({ ...options, wait_until: 'loaded', timeout: SHORT_TIMEOUT_MS }),
      ).rejects.toMatchObject({
        code: 'RenderTimeoutError',
      })
      const { trace } = await engine.make({ ...options, skip_final_delay: false })
      expect(trace).toContainEqual(
        expect.objectContaining({ waitedFor: expect.arrayContaining(['requests']) }),
      )
    },
    'does not scroll, unless "skip_scroll" is false': async ({ picture }) => {
      const at = async (options: GivenOptions) =>
        (await picture({ ...full, html: OBSERVED, ...options })).at(9, 3050)
      expect(await at({ turbo: true })).toBe(RED)
      expect(await at({ turbo: true, skip_scroll: false })).toBe(GREEN)
    },
    'captures a full page at once, unless "full_page_mode" says otherwise': async ({ picture }) => {
      const at = async (options: GivenOptions) =>
        (await picture({ ...full, html: BARS, ...options })).at(230, 8000)
      expect(await at({ turbo: true })).toBe(GREEN)
      expect(await at({ turbo: true, full_page_mode: 'stitch' })).toBe(BLUE)
    },
    'does not pause after scrolling, unless "minidelay" says so': async (world) => {
      const at = (turnGreen: string, options: GivenOptions) =>
        seen(world, greenAfterScroll(turnGreen), 'never', { scroll_to: 300, turbo: true, ...options })
      expect(await at(WITH_RESPONSE, {})).toBe(RED)
      expect(await at(LATE, { minidelay: PAUSE_MS })).toBe(GREEN)
    },
  },
}
