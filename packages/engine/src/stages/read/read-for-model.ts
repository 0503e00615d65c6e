import { readText } from '../../documents/read-text.ts'
import { allElements } from '../../in-page/finding/all-elements.ts'
import { findMatches } from '../../in-page/finding/find-matches.ts'
import { readContent, type ContentRequest, type ReadContent } from '../../in-page/reading/read-content.ts'
import { createAttributeReader } from '../../in-page/reading/read-attributes.ts'
import { readHead } from '../../in-page/reading/read-head.ts'
import { createDomReader } from '../../in-page/self-contained/create-dom-reader.ts'
import { modelStage } from '../../stage.ts'

/** Reads what a reader of the page sees, for the model. */
export const readForModel = modelStage({
  name: 'read-for-model',
  phase: 'read',
  borrows: ['disable_js'],
  async run(ctx, { disable_js }) {
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
      'model-content.json',
      readContent,
      { preserved: [], hasScripts: !disable_js },
      findMatches,
      allElements,
      createDomReader,
      readHead,
      createAttributeReader,
    )
    if (read !== 'invalid') ctx.content = read.body
  },
})
