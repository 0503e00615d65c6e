import { askDocument } from '../../browser/ask-document.ts'
import { stage } from '../../stage.ts'

/** The whole document is what is captured, unless an element is; as wide as the viewport. */
export const measureDocument = stage({
  name: 'measure-document',
  phase: 'capture',
  owns: ['full_page'],
  borrows: ['width', 'height'],
  async run(work, { full_page, width, height }) {
    if (!full_page || work.area) return
    const measure = () => work.tab.session.send('Page.getLayoutMetrics')
    const { cssContentSize } = await askDocument(work, measure)
    work.area = { x: 0, y: 0, width, height: Math.max(height, Math.ceil(cssContentSize.height)) }
  },
})
