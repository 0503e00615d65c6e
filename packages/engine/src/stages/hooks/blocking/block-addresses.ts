import { isPublicSuffix } from '@render/net'
import { createAddressMatcher } from '../../../blocking/blocked-addresses.ts'
import { intercept } from '../../../protocol/intercept.ts'
import { refuseRequest } from '../../../protocol/refuse-request.ts'
import { stage } from '../../../stage.ts'

/** Blocks requests to the addresses that the caller names; never the page itself. */
export const blockAddresses = stage({
  name: 'block-addresses',
  phase: 'hooks',
  owns: ['block_urls', 'block_url_keywords'],
  direct: true,
  async run({ tab, warnings }, { block_urls = [], block_url_keywords = [] }) {
    if (block_urls.length === 0 && block_url_keywords.length === 0) return
    for (const [index, pattern] of block_urls.entries()) {
      const advice = adviceOn(pattern)
      if (advice) warnings.push(`"block_urls[${index}]" ${advice}.`)
    }
    const isNamed = createAddressMatcher(block_urls, block_url_keywords)
    await intercept(tab, [{}], async (held) => {
      const isPage = held.resourceType === 'Document' && held.frameId === tab.frameId
      if (held.responseStatusCode !== undefined || isPage || !isNamed(held.request.url)) return false
      await refuseRequest(tab.session, held)
      return true
    })
  },
})

/** Returns the end of a warning about a pattern that probably means something else. */
function adviceOn(pattern: string): string | undefined {
  if (pattern.startsWith('/'))
    return 'has no effect: a pattern with a path begins with a host, or with "*/" for any host'
  const [, ending] = /^\*\.(\w+)$/.exec(pattern) ?? []
  if (ending === undefined || isPublicSuffix(ending.toLowerCase())) return undefined
  return 'blocks hosts with this ending: a pattern of files begins with "*/", such as "*/*.js"'
}
