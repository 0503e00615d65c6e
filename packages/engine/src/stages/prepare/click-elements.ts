import { setTimeout as sleep } from 'node:timers/promises'
import type { ElementHandle } from 'playwright-core'
import { findElements, named } from '../../browser/match-elements.ts'
import { patiently } from '../../browser/patiently.ts'
import { createReach, type Reach } from '../../browser/reach.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { stage } from '../../stage.ts'
import type { Click } from '../../work.ts'

/** More than these match by mistake. */
const MOST_CLICKS = 300

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
    const reach = createReach()
    for (const option of CLICKS)
      for (const [index, selector] of (options[option] ?? []).entries()) {
        const most = option.startsWith('click_all') ? MOST_CLICKS : 1
        const { matched, elements } = await findElements(work, named(option, selector), most)
        let clicked = 0
        for (const element of elements)
          await throughNavigation(work, async () => {
            if (await patiently(work, () => click(element, reach, { byScript: !disable_js }))) clicked += 1
            await sleep(minidelay, undefined, { signal: work.signal })
          })
        if (matched === 0) work.warnings.push(`Nothing matches "${option}[${index}]": it was left out.`)
        else if (clicked < elements.length)
          work.warnings.push(`Of what matches "${option}[${index}]" not all could be clicked.`)
        if (matched > most && most > 1)
          work.warnings.push(`Of ${matched} matches of "${option}" the first ${most} were clicked.`)
        clicks.push({ selector, matched, clicked })
      }
    if (save_clicks) work.clicks = clicks
  },
})

/** What the pointer cannot reach is clicked by a script. Whether the element was clicked; one may be gone by then. */
async function click(
  element: ElementHandle,
  reach: Reach,
  { byScript }: { byScript: boolean },
): Promise<boolean> {
  if (await reach((timeout) => element.click({ timeout, noWaitAfter: true }))) return true
  if (!byScript) return false
  return element.dispatchEvent('click').then(
    () => true,
    () => false,
  )
}
