import { intercept } from '../../../protocol/intercept.ts'
import { runInEveryDocument } from '../../../protocol/run-in-every-document.ts'
import { addPolicy } from '../../../in-page/main-world/add-policy.ts'
import { stage } from '../../../stage.ts'

const HTTP_ALONE = 'connect-src http: https: data: blob:'
/** Nested workers are not intercepted: those made from a blob inherit this policy. */
const WORKER_POLICY = `${HTTP_ALONE}; worker-src data: blob:`

/**
 * Blocks WebSockets by a content security policy, because CDP does not intercept them: in each document, and in the
 * response that brings the script of a worker.
 */
export const blockSockets = stage({
  name: 'block-sockets',
  phase: 'hooks',
  owns: ['block_sockets'],
  direct: true,
  async run({ tab }, { block_sockets }) {
    if (!block_sockets) return
    await runInEveryDocument(tab.page, addPolicy, HTTP_ALONE)
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
