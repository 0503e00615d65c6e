import { setTimeout as sleep } from 'node:timers/promises'
import { findElements, named } from '../../browser/match-elements.ts'
import { patiently } from '../../browser/patiently.ts'
import { createReach } from '../../browser/reach.ts'
import { stage } from '../../stage.ts'

/** Moves the pointer over elements; over the last one it stays. */
export const hoverElements = stage({
  name: 'hover-elements',
  phase: 'prepare',
  owns: ['hover', 'hover_x'],
  borrows: ['minidelay'],
  async run(work, { minidelay, ...options }) {
    const [reach, reachThrough] = [createReach(), createReach()]
    for (const option of ['hover', 'hover_x'] as const)
      for (const [index, selector] of (options[option] ?? []).entries()) {
        const [element] = (await findElements(work, named(option, selector), 1)).elements
        if (!element) {
          work.warnings.push(`Nothing matches "${option}[${index}]": it was left out.`)
          continue
        }
        // What lies over it may be all that the pointer reaches.
        await patiently(
          work,
          async () =>
            (await reach((timeout) => element.hover({ timeout }))) ||
            (await reachThrough((timeout) => element.hover({ timeout, force: true }))),
        )
        await sleep(minidelay, undefined, { signal: work.signal })
      }
  },
})
