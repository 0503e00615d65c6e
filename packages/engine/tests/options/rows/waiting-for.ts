import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, startHeldSite } from '@render/testkit'
import { page } from '../../test-engine.ts'
import { GREEN, RED } from '../colours.ts'
import type { Probe, Rows } from '../probe.ts'

/** Returns a page that changes an element and turns green when its request after the load is answered. */
function changing(change: string, element = '<b>x</b>'): string {
  const script = `onload = () => fetch('/held').then(() => { ${change}; document.body.style.background = '#0f0' })`
  return page(
    'body { background: #f00 } .unseen { visibility: hidden }',
    `${element}<script>${script}</script>`,
  )
}
const COMES = changing("document.body.append(document.createElement('em'))", '')
const IS_SHOWN = changing("document.querySelector('b').className = ''", '<b class="unseen">x</b>')
const GOES = changing("document.querySelector('b').remove()")
const IS_HIDDEN = changing("document.querySelector('b').className = 'unseen'")
const GOES_IN_SHADOW = changing(
  "document.querySelector('p').shadowRoot.textContent = ''",
  '<p><template shadowrootmode="open"><b>x</b></template></p>',
)

/** Returns a probe that expects the colour before the change, which then never happens, or after it. */
const seen =
  (html: string, colour: typeof RED | typeof GREEN, options: GivenOptions): Probe =>
  async ({ picture }) => {
    await using site = await startHeldSite(html)
    if (colour === GREEN) site.releaseLate()
    const result = await picture({ url: site.url, skip_final_delay: true, ...options })
    expect(result.at(600, 500)).toBe(colour)
  }

const refuses =
  (options: GivenOptions): Probe =>
  async ({ engine }) =>
    expect(engine.make({ html: GOES, ...options })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: Object.keys(options)[0] }],
    })

export const waitingFor: Rows = {
  wait_for: {
    'without the option the page is captured before the change': seen(COMES, RED, {}),
    'waits until an element appears': seen(COMES, GREEN, { wait_for: 'em' }),
    // With both options, both elements must appear.
    'waits for both elements with "wait_for_x"': seen(COMES, GREEN, { wait_for: 'body', wait_for_x: '//em' }),
    'an invalid selector is refused': refuses({ wait_for: 'p::' }),
    'warns when the element does not appear in time': async ({ engine }) => {
      const { warnings } = await engine.make({ html: COMES, wait_for: '.never', wait_timeout: 500 })
      expect(warnings).toEqual([
        '"wait_for": no element matched within 500 ms ("wait_timeout"); the render continued.',
      ])
    },
    'a page that used up its time for loading is waited for, also when it is busy': async ({ engine }) => {
      let busyTurns = 0
      await using site = await listenOn('127.0.1.1', ({ url }, res) => {
        if (url === '/never') return
        // A synchronous request keeps the page from its answers as a loop would.
        if (url === '/busy') return void setTimeout(() => res.end(String(++busyTurns)), 380)
        const busy = "const turn = new XMLHttpRequest(); turn.open('GET', '/busy', false); turn.send()"
        const script = `fetch('/never'); const keepBusy = () => { ${busy} }`
        const body = url === '/unfinished' ? '<img src="/never">' : `<script>${script}</script>`
        res.setHeader('content-type', 'text/html').end(page('', body))
      })
      const given = { url: site.url, wait_until: 'requestsfinished', skip_final_delay: true } as const
      const pausing = 'await new Promise((resolve) => setTimeout(resolve, 2200))'
      const idle = engine.make({ ...given, timeout: 8000, js: pausing })
      const ignoring = {
        wait_until: 'loaded',
        ignore_load_errors: true,
        url: `${site.url}/unfinished`,
      } as const
      const unfinished = engine.make({ ...given, ...ignoring, timeout: 8000, js: pausing })
      const pauses = await Promise.all([idle, unfinished])
      expect(pauses.map(({ warnings }) => warnings)).toEqual([
        [expect.stringContaining('did not stop making requests')],
        [expect.stringContaining('not loaded')],
      ])
      const js = 'setInterval(keepBusy, 400)'
      const busy = engine.make({ ...given, timeout: 5000, js, wait_for: '.never', wait_timeout: 8000 })
      expect((await busy).warnings).toEqual([
        expect.stringContaining('did not stop making requests'),
        expect.stringContaining('"wait_for": no element matched within 8000 ms'),
      ])
      expect(busyTurns).toBeGreaterThan(5)
    },
    'an element that appears only after a reload is not missing': async ({ engine }) => {
      await using site = await listenOn('127.0.1.1', ({ headers }, res) => {
        res.setHeader('set-cookie', 'seen=1').setHeader('content-type', 'text/html')
        res.end(page('', headers.cookie ? '<em>again</em>' : 'first'))
      })
      const options = { url: site.url, wait_for: 'em', wait_timeout: 0, fail_if_selector_missing: true }
      await expect(engine.make(options)).rejects.toMatchObject({ code: 'RenderFailedError' })
      await engine.make({ ...options, reload_after_scroll: true })
    },
  },
  wait_for_x: {
    'waits until an element appears': seen(COMES, GREEN, { wait_for_x: '//em' }),
    'an invalid XPath is refused': refuses({ wait_for_x: '///' }),
  },
  wait_for_state: {
    'by default an invisible element counts': seen(IS_SHOWN, RED, { wait_for: 'b' }),
    '"visible" waits until the element is seen': seen(IS_SHOWN, GREEN, {
      wait_for: 'b',
      wait_for_state: 'visible',
    }),
    'an element that stays invisible is named as such': async ({ engine }) => {
      const html = page('', '<b hidden>never</b>')
      const options = { html, wait_for: 'b', wait_for_state: 'visible', wait_timeout: 100 } as const
      const { warnings } = await engine.make(options)
      expect(warnings).toEqual([expect.stringContaining('no visible element matched within 100 ms')])
    },
  },
  wait_to_leave: {
    'waits until an element is gone': seen(GOES, GREEN, { wait_to_leave: 'b' }),
    'an invalid selector is refused': refuses({ wait_to_leave: '1' }),
  },
  wait_to_leave_x: {
    'waits until an element is gone': seen(GOES, GREEN, { wait_to_leave_x: '//b' }),
    'an invalid XPath is refused': refuses({ wait_to_leave_x: '///' }),
  },
  wait_to_leave_state: {
    '"hidden" waits until the element is not seen': seen(IS_HIDDEN, GREEN, {
      wait_to_leave: 'b',
      wait_to_leave_state: 'hidden',
    }),
    'by default an invisible element counts as there, with a warning': async ({ engine }) => {
      const { warnings } = await engine.make({ html: IS_HIDDEN, wait_to_leave: 'b', wait_timeout: 500 })
      expect(warnings).toEqual([
        '"wait_to_leave": an element still matched after 500 ms ("wait_timeout"); the render continued.',
      ])
    },
  },
  wait_to_leave_pierce: {
    'by default a shadow tree is not searched': seen(GOES_IN_SHADOW, RED, { wait_to_leave: 'b' }),
    'waits until an element in a shadow tree is gone': seen(GOES_IN_SHADOW, GREEN, {
      wait_to_leave: 'b',
      wait_to_leave_pierce: true,
    }),
  },
  wait_timeout: {
    'ends the wait after this time': async ({ engine }) => {
      const start = performance.now()
      await engine.make({ html: GOES, wait_for: '.never', wait_timeout: 1000 })
      expect(performance.now() - start).toBeGreaterThan(1000)
      const { trace } = await engine.make({ html: GOES, wait_for: '.never', wait_timeout: 0 })
      expect(trace.find(({ stage }) => stage === 'wait-for-elements')!.ms).toBeLessThan(20_000)
    },
  },
}
