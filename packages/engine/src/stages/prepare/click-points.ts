import { setTimeout as sleep } from 'node:timers/promises'
import { patiently } from '../../browser/patiently.ts'
import { throughNavigation } from '../../browser/through-navigation.ts'
import { stage } from '../../stage.ts'

/** Clicks at points of the viewport. */
export const clickPoints = stage({
  name: 'click-points',
  phase: 'prepare',
  owns: ['click_at'],
  borrows: ['minidelay'],
  async run(work, { click_at, minidelay }) {
    const { width, height } = work.viewport
    for (const point of click_at?.split(';') ?? []) {
      const [x, y] = point.split(',').map(Number) as [number, number]
      if (x >= width || y >= height)
        work.warnings.push(`"click_at" ${point} is outside of the viewport of ${width}x${height}.`)
      await throughNavigation(work, async () => {
        await patiently(work, () => work.tab.page.mouse.click(x, y))
        await sleep(minidelay, undefined, { signal: work.signal })
      })
    }
  },
})
