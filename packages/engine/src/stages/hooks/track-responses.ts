import { trackNavigationResponses } from '../../requests/track-navigation-responses.ts'
import { trackResources } from '../../requests/track-resources.ts'
import { stage } from '../../stage.ts'

/** Tracks the requests of the page when the result or a side file lists them or their headers. */
export const trackResponses = stage({
  name: 'track-responses',
  phase: 'hooks',
  borrows: ['save_headers', 'save_http_headers', 'save_resource_info'],
  async run(ctx, { save_headers, save_http_headers, save_resource_info }) {
    const { page, session } = ctx.tab
    if (save_headers || save_http_headers)
      ctx.navigations = trackNavigationResponses(page, () => ctx.loadedPdf !== undefined)
    if (save_resource_info) ctx.requests = await trackResources(session, page, () => ctx.loadedPdf)
  },
})
