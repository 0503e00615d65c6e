import { askDocument } from '../../browser/ask-document.ts'
import { setMetrics } from '../../browser/metrics.ts'
import { refusedSelector } from '../../browser/refused-selector.ts'
import { measureContent } from '../../in-page/measure-content.ts'
import { fitViewport as fitToBounds } from '../../picture-limits.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** The viewport becomes as large as an element: its width first, and its height at that width. */
export const fitViewport = stage({
  name: 'fit-viewport',
  phase: 'prepare',
  owns: ['width_from', 'height_from'],
  borrows: ['force_dpr'],
  async run(work, { width_from, height_from, force_dpr }) {
    await fit(work, 'width_from', width_from, force_dpr)
    await fit(work, 'height_from', height_from, force_dpr)
  },
})

const SIDES = { width_from: 'width', height_from: 'height' } as const

async function fit(
  work: Work,
  option: keyof typeof SIDES,
  selector: string | undefined,
  forced: boolean,
): Promise<void> {
  if (!selector) return
  const side = SIDES[option]
  const measured = await askDocument(work, () => work.tab.page.evaluate(measureContent, selector))
  if (measured === 'invalid') throw refusedSelector(option, 'CSS selector')
  if (measured === 'missing' || measured[side] < 1) {
    const what = measured === 'missing' ? 'Nothing matches' : 'No size has the match of'
    work.warnings.push(`${what} "${option}": the viewport kept its ${side}.`)
    return
  }
  const from = side === 'width' ? ([option, 'height'] as const) : (['width', option] as const)
  work.viewport = fitToBounds({ ...work.viewport, [side]: measured[side] }, forced, work.bounds, from)
  await setMetrics(work.tab.session, work.viewport)
}
