import { readPageContent } from '../../documents/read-page-content.ts'
import { modelStage } from '../../stage.ts'

/** Reads what a reader of the page sees, for the model. */
export const readForModel = modelStage({
  name: 'read-for-model',
  phase: 'read',
  async run(ctx) {
    const request = { preserved: [], hasScripts: ctx.page.runsScripts }
    const read = await readPageContent(ctx.page, 'model-content.json', request)
    if (read !== 'invalid') ctx.content = read.body
  },
})
