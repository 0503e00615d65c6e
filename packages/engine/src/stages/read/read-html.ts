import { readText } from '../../documents/read-text.ts'
import { refusedSelector } from '../../elements/refused-selector.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import { readMarkup, type Markup, type MarkupRequest } from '../../in-page/reading/read-markup.ts'
import { documentStage } from '../../stage.ts'

/** Reads the page as markup: all of it, or the element that is asked for. */
export const readHtml = documentStage({
  name: 'read-html',
  phase: 'read',
  owns: ['fragment'],
  borrows: ['selector'],
  async run(ctx, { selector, fragment }) {
    const request: MarkupRequest = { selector, isFragment: fragment }
    const read = await readText<MarkupRequest, Markup, [typeof findMatches, typeof allElements]>(
      ctx.page,
      'page.html',
      readMarkup,
      request,
      findMatches,
      allElements,
    )
    if (read === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (read.facts.isMissing) ctx.page.warnings.push('"selector" matched no element and was ignored.')
    ctx.body = read.body
  },
})
