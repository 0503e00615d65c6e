import { intercept } from '../../protocol/intercept.ts'
import { addCorsHeaders } from '../../protocol/add-cors-headers.ts'
import { stage } from '../../stage.ts'

/** Resource types to which CORS applies. */
const TYPES = ['XHR', 'Fetch', 'Font', 'Image', 'Script', 'Stylesheet', 'Media'] as const

/** Adds CORS headers that let the page read responses of other origins. */
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
        ...addCorsHeaders(held, { responseCode, responseHeaders: held.responseHeaders ?? [] }),
      })
      return true
    })
  },
})
