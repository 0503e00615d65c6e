import { ONLY_FIRST_PAGE } from '../../documents/read-pdf-content.ts'
import { readText } from '../../documents/read-text.ts'
import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { encloseCss } from '../../inlining/enclose-css.ts'
import { readMarkup, type MarkupRequest } from '../../in-page/reading/read-markup.ts'
import { writeSelfContained } from '../../self-contained/write-self-contained.ts'
import { shownSelector } from '../../page-context.ts'
import { documentStage } from '../../stage.ts'

/** Reads the page as markup, with or without its files: all of it, or the element that is asked for. */
export const readHtml = documentStage({
  name: 'read-html',
  phase: 'read',
  owns: ['full_html', 'fragment'],
  borrows: ['selector'],
  async run(ctx, { full_html, fragment, ...options }) {
    if (ctx.page.loadedPdf) ctx.page.warnings.push(ONLY_FIRST_PAGE)
    const selector = shownSelector(ctx.page, options.selector)
    if (full_html && !fragment) {
      ctx.body = await writeSelfContained(ctx.page, 'page.html', selector)
      return
    }
    const css = [...ctx.page.addedStyles].join('\n')
    const styles = (await Array.fromAsync(encloseCss(css, ctx.page.signal))).join('')
    const request: MarkupRequest = { selector, isFragment: fragment, ...(!ctx.page.article && { styles }) }
    const read = await readText(ctx.page, 'page.html', readMarkup, request)
    if (read === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (read.facts.isMissing) ctx.page.warnings.push(IGNORED_SELECTOR)
    ctx.body = read.body
  },
})
