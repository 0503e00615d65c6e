import { readPageContent } from '../../documents/read-page-content.ts'
import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { shownSelector } from '../../page-context.ts'
import { markdownStage } from '../../stage.ts'

/** Reads what a reader of the page sees: all of it, or the element that is asked for. */
export const readForMarkdown = markdownStage({
  name: 'read-for-markdown',
  phase: 'read',
  borrows: ['selector', 'md_preserve_tags'],
  async run(ctx, { md_preserve_tags, ...options }) {
    const selector = shownSelector(ctx.page, options.selector)
    const request = { selector, preserved: md_preserve_tags ?? [], hasScripts: ctx.page.runsScripts }
    const read = await readPageContent(ctx.page, 'content.json', request)
    if (read === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (read.isMissing) ctx.page.warnings.push(IGNORED_SELECTOR)
    ctx.isCut = read.isCut
    ctx.content = read.body
  },
})
