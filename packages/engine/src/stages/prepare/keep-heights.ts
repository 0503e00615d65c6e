import { askDocument } from '../../browser/ask-document.ts'
import { pinHigh } from '../../in-page/pin-high.ts'
import { stage } from '../../stage.ts'

/** What was noted to be as high as the viewport, and has grown since, gets its height back. */
export const keepHeights = stage({
  name: 'keep-heights',
  phase: 'prepare',
  async run(work) {
    const keep = async () => {
      const { high } = work
      // Another document has none of them.
      work.high = undefined
      if (high) await work.tab.page.evaluate(pinHigh, { high, always: false })
    }
    if (work.high) await askDocument(work, keep)
  },
})
