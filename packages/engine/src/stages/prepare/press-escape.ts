import { setTimeout as sleep } from 'node:timers/promises'
import { stage } from '../../stage.ts'

/** Presses Escape, on which many pages take away what lies over them. */
export const pressEscape = stage({
  name: 'press-escape',
  phase: 'prepare',
  owns: ['press_escape'],
  borrows: ['minidelay'],
  async run({ tab: { page }, signal }, { press_escape, minidelay }) {
    if (!press_escape) return
    await page.keyboard.press('Escape')
    await sleep(minidelay, undefined, { signal })
  },
})
