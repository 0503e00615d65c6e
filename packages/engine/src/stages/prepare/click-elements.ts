import { setTimeout as sleep } from 'node:timers/promises'
import type { ElementHandle } from 'playwright-core'
import { findElements, named } from '../../browser/match-elements.ts'
import { patiently } from '../../browser/patiently.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { stage } from '../../stage.ts'
import type { Click } from '../../work.ts'

/** How long an element may take to stand still and be reached by the pointer. */
const REACH_MS = 1000

/** In this order. */
const CLICKS = ['click', 'click_x', 'click_all', 'click_all_x'] as const

/** Clicks elements, as a person would where that is possible. What matches nothing is left out. */
export const clickElements = stage({
  name: 'click-elements',
  phase: 'prepare',
  owns: [...CLICKS, 'save_clicks'],
  borrows: ['minidelay', 'disable_js'],
  async run(work, { minidelay, disable_js, save_clicks, ...options }) {
    const clicks: Click[] = []
    for (const option of CLICKS)
      for (const selector of options[option] ?? []) {
        const found = await findElements(work, named(option, selector))
        const wanted = option.startsWith('click_all') ? found : found.slice(0, 1)
        let clicked = 0
        for (const element of wanted)
          await throughNavigation(work, async () => {
            if (await patiently(work, () => click(element, { byScript: !disable_js }), REACH_MS)) clicked += 1
            await sleep(minidelay, undefined, { signal: work.signal })
          })
        clicks.push({ selector, matched: found.length, clicked })
      }
    if (save_clicks) work.clicks = clicks
  },
})

/** What the pointer cannot reach is clicked by a script. Whether the element was clicked; one may be gone by then. */
async function click(element: ElementHandle, { byScript }: { byScript: boolean }): Promise<boolean> {
  try {
    await element.click({ timeout: REACH_MS, noWaitAfter: true })
    return true
  } catch {
    if (!byScript) return false
  }
  return element.dispatchEvent('click').then(
    () => true,
    () => false,
  )
}
