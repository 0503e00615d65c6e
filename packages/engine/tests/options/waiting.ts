import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { readPicture, startHeldSite } from '@render/testkit'
import { page } from '../test-engine.ts'
import { BLUE, GREEN, RED } from './colours.ts'
import { BARS, full, OBSERVED } from './full-page.ts'
import type { Row, Rows, World } from './rows.ts'

const TURN_GREEN = `fetch('/held').then(() => (document.body.style.background = '#0f0'))`

/** Turns green with an answer after it was loaded. */
const GREEN_AFTER_LOAD = page('body { background: #f00 }', `<script>onload = () => ${TURN_GREEN}</script>`)

/** Turns green with an answer after it was scrolled. */
const GREEN_AFTER_SCROLL = page(
  'body { background: #f00; height: 5000px }',
  `<script>onscroll = () => ${TURN_GREEN}</script>`,
)

/** Turns green with an answer after something was done to it. */
const GREEN_AFTER_STEP = page(
  'body { background: #f00; height: 1000px }',
  `<script>
    const onStep = () => ${TURN_GREEN}
    onclick = onmouseover = onkeydown = onStep
  </script>`,
)

/** Longer than an answer takes that is released late. */
const PAUSE_MS = 3000

/** What is seen of such a page when its answer never comes, or comes late. */
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
  delay: [
    async (world) => {
      expect(await seen(world, GREEN_AFTER_LOAD, 'late', { delay: PAUSE_MS })).toBe(GREEN)
    },
    async ({ picture }) => {
      const script = "onload = () => setTimeout(() => (document.body.style.background = '#0f0'), 30000)"
      const html = page('body { background: #f00 }', `<script>${script}</script>`)
      expect((await picture({ html })).at(9, 9)).toBe(RED)
    },
  ],
  minidelay: [
    async (world) => {
      const at = (comes: 'never' | 'late', minidelay: number) =>
        seen(world, GREEN_AFTER_SCROLL, comes, { scroll_to: 300, minidelay })
      expect(await at('never', 0)).toBe(RED)
      expect(await at('late', PAUSE_MS)).toBe(GREEN)
    },
    ...STEPS.map((step): Row => async (world) => {
      expect(await seen(world, GREEN_AFTER_STEP, 'late', { minidelay: PAUSE_MS, ...step })).toBe(GREEN)
    }),
  ],
  wait_until: [
    async (world) => {
      // The image holds the load event back; what follows load holds the network.
      const slowPage = page(
        'body { background: #f00 }',
        `<img src="/held"><script>onload = () => (document.body.style.background = '#0f0')</script>`,
      )
      expect(await seen(world, slowPage, 'never', { wait_until: 'domloaded' })).toBe(RED)
      // One connection is open: enough for silence of the one kind, not of the other.
      expect(await seen(world, slowPage, 'never', { wait_until: 'mostrequestsfinished' })).toBe(RED)
      expect(await seen(world, slowPage, 'late', { wait_until: 'loaded' })).toBe(GREEN)
    },
    async (world) => {
      const html = page('body { background: #f00 }', `<script>${TURN_GREEN}</script>`)
      expect(await seen(world, html, 'never', { wait_until: 'loaded' })).toBe(RED)
      expect(await seen(world, html, 'late', { wait_until: 'requestsfinished' })).toBe(GREEN)
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
      expect(await engine.make({ html, wait_until: 'mostrequestsfinished' })).toBeDefined()
    },
  ],
  skip_final_delay: [
    async (world) => {
      expect(await seen(world, GREEN_AFTER_LOAD, 'never', { skip_final_delay: true })).toBe(RED)
      expect(await seen(world, GREEN_AFTER_LOAD, 'late', { skip_final_delay: false })).toBe(GREEN)
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
      const at = async (options: GivenOptions) =>
        (await picture({ ...full, html: OBSERVED, ...options })).at(9, 3050)
      expect(await at({ turbo: true })).toBe(RED)
      expect(await at({ turbo: true, skip_scroll: false })).toBe(GREEN)
    },
    async ({ picture }) => {
      const at = async (options: GivenOptions) =>
        (await picture({ ...full, html: BARS, ...options })).at(590, 8000)
      expect(await at({ turbo: true })).toBe(GREEN)
      expect(await at({ turbo: true, full_page_mode: 'stitch' })).toBe(BLUE)
    },
    async (world) => {
      const at = (comes: 'never' | 'late', options: GivenOptions) =>
        seen(world, GREEN_AFTER_SCROLL, comes, { scroll_to: 300, turbo: true, ...options })
      expect(await at('never', {})).toBe(RED)
      expect(await at('late', { minidelay: PAUSE_MS })).toBe(GREEN)
    },
  ],
}
