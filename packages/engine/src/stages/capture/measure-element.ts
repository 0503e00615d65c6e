import { askDocument } from '../../browser/ask-document.ts'
import { refusedSelector } from '../../browser/refused-selector.ts'
import { measureElement as measureInPage } from '../../in-page/measure-element.ts'
import { documentArea, intersect } from '../../pictures/document-area.ts'
import { stage } from '../../stage.ts'

/** The box of an element is what is captured, also where it lies beyond the viewport. */
export const measureElement = stage({
  name: 'measure-element',
  phase: 'capture',
  owns: ['selector'],
  async run(work, { selector }) {
    if (!selector) return
    const { page } = work.tab
    const measure = () => page.evaluate(measureInPage, selector)
    const box = await askDocument(work, measure)
    if (box === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (box === 'missing') {
      work.warnings.push('Nothing matches "selector": the viewport was captured.')
      return
    }
    const { all } = await documentArea(work)
    work.area = intersect(box, all)
    if (!work.area)
      work.warnings.push('The match of "selector" has no size on the page: the viewport was captured.')
  },
})
