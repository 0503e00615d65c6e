import { setTimeout as sleep } from 'node:timers/promises'
import { patiently } from '../../browser/patiently.ts'
import { stage } from '../../stage.ts'

/** Presses Escape, on which many pages take away what lies over them. */
export const pressEscape = stage({
  name: 'press-escape',
  phase: 'prepare',
  owns: ['press_escape'],
  borrows: ['minidelay'],
  async run(work, { press_escape, minidelay }) {
    if (!press_escape) return
    await patiently(work, () => work.tab.page.keyboard.press('Escape'))
    await sleep(minidelay, undefined, { signal: work.signal })
  },
})
