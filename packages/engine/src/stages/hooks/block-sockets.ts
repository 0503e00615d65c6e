import { intercept } from '../../browser/intercept.ts'
import { addPolicy } from '../../in-page/add-policy.ts'
import { stage } from '../../stage.ts'

const HTTP_ALONE = 'connect-src http: https: data: blob:'
/** A worker is not watched: those that it starts inherit its policy when they are of its own making. */
const WORKER_POLICY = `${HTTP_ALONE}; worker-src data: blob:`

/**
 * No socket is opened. The protocol holds no sockets, so a policy forbids them: that of each document, and that which
 * comes with the script of a worker.
 */
export const blockSockets = stage({
  name: 'block-sockets',
  phase: 'hooks',
  owns: ['block_sockets'],
  async run({ tab }, { block_sockets }) {
    if (!block_sockets) return
    await tab.page.addInitScript(addPolicy, HTTP_ALONE)
    // For markup that is written into the empty document.
    await tab.page.evaluate(addPolicy, HTTP_ALONE)
    await intercept(tab, [{ resourceType: 'Other', requestStage: 'Response' }], async (held) => {
      const { requestId, resourceType, responseStatusCode, responseHeaders = [] } = held
      if (resourceType !== 'Other' || responseStatusCode === undefined) return false
      await tab.session.send('Fetch.continueResponse', {
        requestId,
        responseCode: responseStatusCode,
        responseHeaders: [...responseHeaders, { name: 'Content-Security-Policy', value: WORKER_POLICY }],
      })
      return true
    })
  },
})
