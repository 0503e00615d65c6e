import type { Request } from 'playwright-core'
import { stage } from '../../stage.ts'

/** Adds up what the page fetches, headers included, as it came over the wire. */
export const countBytes = stage({
  name: 'count-bytes',
  phase: 'hooks',
  run(work) {
    const count = async (request: Request): Promise<void> => {
      const { responseHeadersSize, responseBodySize } = await request.sizes()
      work.bandwidthBytes += responseHeadersSize + responseBodySize
    }
    // Sizes of a page that is closing meanwhile are not known.
    work.tab.page.on('requestfinished', (request) => void count(request).catch(() => undefined))
  },
})
