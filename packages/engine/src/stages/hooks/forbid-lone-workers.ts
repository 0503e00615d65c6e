import { BLOCKS } from '../../blocked-kinds.ts'
import { refuseLoneWorkers } from '../../in-page/refuse-lone-workers.ts'
import { stage } from '../../stage.ts'

/**
 * Where requests are blocked, there are no workers that belong to no page: the protocol does not hold what they ask for,
 * nor what the page asks for through them.
 */
export const forbidLoneWorkers = stage({
  name: 'forbid-lone-workers',
  phase: 'hooks',
  borrows: ['block_ads', 'block_urls', 'block_url_keywords', 'block_injections', 'block_sockets', ...BLOCKS],
  async run({ tab: { page } }, options) {
    if (!Object.values(options).flat().some(Boolean)) return
    // The second is for markup that is written into the empty document.
    await Promise.all([page.addInitScript(refuseLoneWorkers), page.evaluate(refuseLoneWorkers)])
  },
})
