import { askDocument } from '../../browser/ask-document.ts'
import { addStyle } from '../../in-page/add-style.ts'
import { hasOwnBackground } from '../../in-page/has-own-background.ts'
import { stage } from '../../stage.ts'

/** Paints what lies behind the page, unless the page says itself what does. */
export const paintBackground = stage({
  name: 'paint-background',
  phase: 'prepare',
  owns: ['bg_color'],
  async run(work, { bg_color }) {
    if (bg_color === undefined) return
    const { page } = work.tab
    const own = await askDocument(work, () => page.evaluate(hasOwnBackground))
    if (own) return
    const style = `:where(html) { background-color: ${bg_color} }`
    await askDocument(work, () => page.evaluate(addStyle, style))
  },
})
