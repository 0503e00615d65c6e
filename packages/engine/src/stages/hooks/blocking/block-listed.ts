import { loadFilters, type PageRequest } from '@render/filters'
import { intercept, type Held, type ResourceType } from '../../../protocol/intercept.ts'
import { refuseRequest } from '../../../protocol/refuse-request.ts'
import { stage } from '../../../stage.ts'

/** Names that filter lists use for resource types. */
const TYPES: Record<ResourceType, PageRequest['type']> = {
  Document: 'sub_frame',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'other',
  Ping: 'ping',
  CSPViolationReport: 'csp_report',
  Other: 'other',
}

/** Blocks requests to advertisers and trackers, except coin miners with `allow_coin`; never the page itself. */
export const blockListed = stage({
  name: 'block-listed',
  phase: 'hooks',
  owns: ['block_ads'],
  direct: true,
  borrows: ['allow_coin'],
  async run({ tab }, { block_ads, allow_coin }) {
    if (!block_ads) return
    const [ads, miners] = await Promise.all([loadFilters('ads'), loadFilters('miners')])
    const isBlocked = (request: PageRequest) => (miners.blocks(request) ? !allow_coin : ads.blocks(request))

    let pageUrl = ''
    const judge = async (held: Held): Promise<boolean> => {
      const { request, resourceType, responseStatusCode, frameId } = held
      if (responseStatusCode !== undefined) return false
      if (resourceType === 'Document' && frameId === tab.frameId) {
        pageUrl = request.url
        return false
      }
      const type = TYPES[resourceType as ResourceType] ?? 'other'
      if (!isBlocked({ url: request.url, type, pageUrl: pageUrl || tab.page.url() })) return false
      await refuseRequest(tab.session, held)
      return true
    }
    await intercept(tab, [{}], judge)
  },
})
