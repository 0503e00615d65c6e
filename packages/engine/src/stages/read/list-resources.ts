import { MAX_REQUESTS } from '../../requests/track-resources.ts'
import { dataStage } from '../../stage.ts'

/** Lists the requests of the page. */
export const listResources = dataStage({
  name: 'list-resources',
  phase: 'read',
  owns: ['save_resource_info'],
  async run({ page, files }, { save_resource_info }) {
    const { requests, warnings } = page
    if (!save_resource_info || !requests) return
    files.resource_info = await requests.list()
    if (requests.missing > 0)
      warnings.push(
        `"save_resource_info" lists the first ${MAX_REQUESTS} requests; ${requests.missing} more were left out.`,
      )
  },
})
