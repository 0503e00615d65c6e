import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, startHeldSite } from '@render/testkit'
import { page } from '../test-engine.ts'
import { GREEN, RED } from './colours.ts'
import type { Row, Rows } from './rows.ts'

/** Green from the moment on at which its element has gone through a change, with an answer to the loaded page. */
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

/** Captured before the change, which then never comes, or after it. */
const seen =
  (html: string, colour: typeof RED | typeof GREEN, options: GivenOptions): Row =>
  async ({ picture }) => {
    await using site = await startHeldSite(html)
    if (colour === GREEN) site.releaseLate()
    const shown = await picture({ url: site.url, skip_final_delay: true, ...options })
    expect(shown.at(600, 500)).toBe(colour)
  }

const refuses =
  (options: GivenOptions): Row =>
  async ({ engine }) =>
    expect(engine.make({ html: GOES, ...options })).rejects.toMatchObject({
      code: 'InvalidOptions',
      details: [{ option: Object.keys(options)[0] }],
    })

export const waitingFor: Rows = {
  wait_for: [
    seen(COMES, RED, {}),
    seen(COMES, GREEN, { wait_for: 'em' }),
    // Both, where both are given.
    seen(COMES, GREEN, { wait_for: 'body', wait_for_x: '//em' }),
    refuses({ wait_for: 'p::' }),
    async ({ engine }) => {
      const { warnings } = await engine.make({ html: COMES, wait_for: '.never', wait_timeout: 500 })
      expect(warnings).toEqual(['What "wait_for" names was not there after 500 ms.'])
    },
    async ({ engine }) => {
      // What is there once the page was loaded again is not missing.
      await using site = await listenOn('127.0.1.1', ({ headers }, res) => {
        res.setHeader('set-cookie', 'seen=1').setHeader('content-type', 'text/html')
        res.end(page('', headers.cookie ? '<em>again</em>' : 'first'))
      })
      const options = { url: site.url, wait_for: 'em', wait_timeout: 0, fail_if_selector_missing: true }
      await expect(engine.make(options)).rejects.toMatchObject({ code: 'RenderFailedError' })
      await engine.make({ ...options, reload_after_scroll: true })
    },
  ],
  wait_for_x: [seen(COMES, GREEN, { wait_for_x: '//em' }), refuses({ wait_for_x: '///' })],
  wait_for_state: [
    seen(IS_SHOWN, RED, { wait_for: 'b' }),
    seen(IS_SHOWN, GREEN, { wait_for: 'b', wait_for_state: 'visible' }),
  ],
  wait_to_leave: [seen(GOES, GREEN, { wait_to_leave: 'b' }), refuses({ wait_to_leave: '1' })],
  wait_to_leave_x: [seen(GOES, GREEN, { wait_to_leave_x: '//b' }), refuses({ wait_to_leave_x: '///' })],
  wait_to_leave_state: [
    seen(IS_HIDDEN, GREEN, { wait_to_leave: 'b', wait_to_leave_state: 'hidden' }),
    async ({ engine }) => {
      const { warnings } = await engine.make({ html: IS_HIDDEN, wait_to_leave: 'b', wait_timeout: 1500 })
      expect(warnings).toEqual(['What "wait_to_leave" names was still there after 1500 ms.'])
    },
  ],
  wait_to_leave_pierce: [
    seen(GOES_IN_SHADOW, RED, { wait_to_leave: 'b' }),
    seen(GOES_IN_SHADOW, GREEN, { wait_to_leave: 'b', wait_to_leave_pierce: true }),
  ],
  wait_timeout: [
    async ({ engine }) => {
      const start = performance.now()
      await engine.make({ html: GOES, wait_for: '.never', wait_timeout: 3000 })
      expect(performance.now() - start).toBeGreaterThan(3000)
      const { trace } = await engine.make({ html: GOES, wait_for: '.never', wait_timeout: 0 })
      expect(trace.find(({ stage }) => stage === 'wait-for-elements')!.ms).toBeLessThan(20_000)
    },
  ],
}
