import { loadFilters, type PageRequest } from '@render/filters'
import { intercept, type Held, type ResourceType } from '../../browser/intercept.ts'
import { mainFrameOf, refuseRequest } from '../../browser/refuse-request.ts'
import { stage } from '../../stage.ts'

/** What filter lists call the types under which requests are held. */
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

/**
 * Keeps the page from asking advertisers and trackers, and from running coin miners: these unless they are allowed.
 * For the miners alone nothing is held but scripts at addresses like theirs. The page itself is never blocked.
 */
export const blockListed = stage({
  name: 'block-listed',
  phase: 'hooks',
  owns: ['block_ads', 'allow_coin'],
  async run({ tab }, { block_ads, allow_coin }) {
    if (!block_ads && allow_coin) return
    const miners = await loadFilters('miners')
    const ads = block_ads ? await loadFilters('ads') : undefined
    const isBlocked = (request: PageRequest) =>
      miners.blocks(request) ? !allow_coin : ads?.blocks(request) === true

    let mainFrame: string | undefined
    let pageUrl = ''
    const judge = async (held: Held): Promise<boolean> => {
      const { request, resourceType, responseStatusCode, frameId } = held
      if (responseStatusCode !== undefined || (!ads && resourceType !== 'Script')) return false
      if (resourceType === 'Document' && frameId === mainFrame) {
        pageUrl = request.url
        return false
      }
      const type = TYPES[resourceType as ResourceType] ?? 'other'
      if (!isBlocked({ url: request.url, type, pageUrl: pageUrl || tab.page.url() })) return false
      await refuseRequest(tab.session, held)
      return true
    }
    const patterns = ads ? [{}] : miners.patterns().map(scriptsAt)
    const findMainFrame = async (): Promise<void> => {
      mainFrame = await mainFrameOf(tab.session)
    }
    // At once: nothing is asked for yet.
    await Promise.all([ads && findMainFrame(), intercept(tab, patterns, judge)])
  },
})

function scriptsAt(urlPattern: string) {
  return { urlPattern, resourceType: 'Script' as const }
}
