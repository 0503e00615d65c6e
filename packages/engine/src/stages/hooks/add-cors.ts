import { intercept } from '../../browser/intercept.ts'
import { permitReading } from '../../browser/permit-reading.ts'
import { stage } from '../../stage.ts'

/** What the policy of origins is about: what scripts read, and fonts, pictures and scripts that are asked for with it. */
const TYPES = ['XHR', 'Fetch', 'Font', 'Image', 'Script', 'Stylesheet', 'Media'] as const

/** Answers of other origins say that the page may read them. */
export const addCors = stage({
  name: 'add-cors',
  phase: 'hooks',
  owns: ['add_cors'],
  async run({ tab }, { add_cors }) {
    if (!add_cors) return
    const patterns = TYPES.map((resourceType) => ({ resourceType, requestStage: 'Response' as const }))
    await intercept(tab, patterns, async (held) => {
      const { requestId, responseStatusCode: responseCode } = held
      if (responseCode === undefined || held.resourceType === 'Document') return false
      await tab.session.send('Fetch.continueResponse', {
        requestId,
        ...permitReading(held, { responseCode, responseHeaders: held.responseHeaders ?? [] }),
      })
      return true
    })
  },
})
