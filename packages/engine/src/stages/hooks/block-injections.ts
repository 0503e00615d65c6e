import { siteOf } from '@render/net'
import { intercept } from '../../browser/intercept.ts'
import { mainFrameOf, refuseRequest } from '../../browser/refuse-request.ts'
import { followMakers } from '../../browser/request-makers.ts'
import { stage } from '../../stage.ts'

/** Keeps scripts of a page from asking other sites; what its markup asks for is asked, and the page itself is never blocked. */
export const blockInjections = stage({
  name: 'block-injections',
  phase: 'hooks',
  owns: ['block_injections'],
  async run({ tab }, { block_injections }) {
    if (!block_injections) return
    const { page, session } = tab
    const mainFrame = await mainFrameOf(session)
    const makerOf = await followMakers(session)
    await intercept(tab, [{}], async (held) => {
      const isDocument = held.resourceType === 'Document'
      if (held.responseStatusCode !== undefined || (isDocument && held.frameId === mainFrame)) return false
      const maker = await makerOf(held)
      // Of what workers ask for nobody says who made it; scripts alone ask for data.
      if (!(maker?.isScript ?? held.resourceType === 'XHR')) return false
      // A frame's document is for the page, though it is told to be for itself.
      const asker = (!isDocument && maker?.documentUrl) || page.url()
      if (siteOfAddress(asker) === siteOfAddress(held.request.url)) return false
      await refuseRequest(session, held)
      return true
    })
  },
})

function siteOfAddress(url: string): string {
  return siteOf(new URL(url).hostname)
}
