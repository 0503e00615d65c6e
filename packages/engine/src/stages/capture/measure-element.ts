import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { measureMatch } from '../../in-page/measuring/measure-match.ts'
import { documentArea, intersect } from '../../pictures/document-area.ts'
import { shownSelector } from '../../page-context.ts'
import { areaStage } from '../../stage.ts'

/** Captures the box of an element, also beyond the viewport. */
export const measureElement = areaStage({
  name: 'measure-element',
  phase: 'capture',
  owns: ['selector'],
  direct: true,
  async run(ctx, options) {
    const selector = shownSelector(ctx.page, options.selector)
    if (!selector) return
    const measured = await callAcrossNavigation(ctx.page, measureMatch, selector)
    const box = measured ?? 'missing'
    if (box === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (box === 'missing') {
      ctx.page.warnings.push(IGNORED_SELECTOR)
      return
    }
    const { all } = await documentArea(ctx.page)
    ctx.area = intersect(box, all)
    if (ctx.area) return
    const reason = box.width > 0 && box.height > 0 ? 'outside of the page' : 'of zero size'
    ctx.page.warnings.push(`"selector" matched an element ${reason} and was ignored.`)
  },
})
