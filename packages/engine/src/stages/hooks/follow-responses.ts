import { followNavigations } from '../../requests/follow-navigations.ts'
import { followRequests } from '../../requests/follow-requests.ts'
import { stage } from '../../stage.ts'

/** Follows the requests of the page when the result or a side file lists them or their headers. */
export const followResponses = stage({
  name: 'follow-responses',
  phase: 'hooks',
  borrows: ['save_headers', 'save_http_headers', 'save_resource_info'],
  async run(ctx, { save_headers, save_http_headers, save_resource_info }) {
    const { page, session } = ctx.tab
    if (save_headers || save_http_headers) ctx.navigations = followNavigations(page)
    if (save_resource_info) ctx.requests = await followRequests(session, page)
  },
})
