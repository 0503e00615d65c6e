import { siteOf } from '@render/net'
import { intercept } from '../../../protocol/intercept.ts'
import { refuseRequest } from '../../../protocol/refuse-request.ts'
import { trackInitiators } from '../../../protocol/request-initiators.ts'
import { stage } from '../../../stage.ts'

/** Blocks requests of scripts to other sites; requests of the markup pass, and the page itself is never blocked. */
export const blockInjections = stage({
  name: 'block-injections',
  phase: 'hooks',
  owns: ['block_injections'],
  direct: true,
  async run({ tab }, { block_injections }) {
    if (!block_injections) return
    const { page, session, frameId: mainFrame } = tab
    const initiatorOf = await trackInitiators(session)
    await intercept(tab, [{}], async (held) => {
      const isDocument = held.resourceType === 'Document'
      if (held.responseStatusCode !== undefined || (isDocument && held.frameId === mainFrame)) return false
      const initiator = await initiatorOf(held)
      // Requests of workers have no initiator, and only scripts request data.
      if (!(initiator?.isScript ?? held.resourceType === 'XHR')) return false
      // A frame's document is requested for the page, although its own address is reported.
      const asker = (!isDocument && initiator?.documentUrl) || page.url()
      if (siteOfAddress(asker) === siteOfAddress(held.request.url)) return false
      await refuseRequest(session, held)
      return true
    })
  },
})

function siteOfAddress(url: string): string {
  return siteOf(new URL(url).hostname)
}
