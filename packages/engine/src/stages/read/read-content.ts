import { readText } from '../../documents/read-text.ts'
import { IGNORED_SELECTOR, refusedSelector } from '../../elements/refused-selector.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import {
  readContent as readInPage,
  type ContentRequest,
  type ReadContent,
} from '../../in-page/reading/read-content.ts'
import { createAttributeReader } from '../../in-page/reading/read-attributes.ts'
import { readHead } from '../../in-page/reading/read-head.ts'
import { createDomReader } from '../../in-page/self-contained/create-dom-reader.ts'
import { shownSelector } from '../../page-context.ts'
import { markdownStage } from '../../stage.ts'

/** Reads what a reader of the page sees: all of it, or the element that is asked for. */
export const readContent = markdownStage({
  name: 'read-content',
  phase: 'read',
  borrows: ['selector', 'md_preserve_tags', 'disable_js'],
  async run(ctx, { md_preserve_tags, disable_js, ...options }) {
    const selector = shownSelector(ctx.page, options.selector)
    const request = { selector, preserved: md_preserve_tags ?? [], hasScripts: !disable_js }
    const read = await readText<
      ContentRequest,
      ReadContent,
      [
        typeof findMatches,
        typeof allElements,
        typeof createDomReader,
        typeof readHead,
        typeof createAttributeReader,
      ]
    >(
      ctx.page,
      'content.json',
      readInPage,
      request,
      findMatches,
      allElements,
      createDomReader,
      readHead,
      createAttributeReader,
    )
    if (read === 'invalid') throw refusedSelector('selector', 'CSS selector')
    if (read.facts.isMissing) ctx.page.warnings.push(IGNORED_SELECTOR)
    ctx.isCut = read.facts.isCut
    ctx.content = read.body
  },
})
