import { setTimeout as sleep } from 'node:timers/promises'
import { findElements, named } from '../../browser/match-elements.ts'
import { patiently } from '../../browser/patiently.ts'
import { stage } from '../../stage.ts'

/** How long an element may take to stand still and be reached by the pointer. */
const REACH_MS = 1000

/** Moves the pointer over elements; over the last one it stays. */
export const hoverElements = stage({
  name: 'hover-elements',
  phase: 'prepare',
  owns: ['hover', 'hover_x'],
  borrows: ['minidelay'],
  async run(work, { minidelay, ...options }) {
    for (const option of ['hover', 'hover_x'] as const)
      for (const selector of options[option] ?? []) {
        const [element] = await findElements(work, named(option, selector))
        if (!element) continue
        // What lies over it may be all that the pointer reaches.
        const hover = () =>
          element
            .hover({ timeout: REACH_MS })
            .catch(() => element.hover({ force: true, timeout: REACH_MS }).catch(() => undefined))
        await patiently(work, hover, REACH_MS)
        await sleep(minidelay, undefined, { signal: work.signal })
      }
  },
})
