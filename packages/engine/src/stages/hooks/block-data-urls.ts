import { addPolicy } from '../../in-page/add-policy.ts'
import { stage } from '../../stage.ts'

const ALL_BUT_DATA =
  "default-src * ws: wss: blob: filesystem: mediastream: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'"

/** Nothing is loaded from an address that is the data itself. The protocol does not hold these, so a policy forbids them. */
export const blockDataUrls = stage({
  name: 'block-data-urls',
  phase: 'hooks',
  owns: ['block_data_urls'],
  async run({ tab }, { block_data_urls }) {
    if (!block_data_urls) return
    await tab.page.addInitScript(addPolicy, ALL_BUT_DATA)
    // For markup that is written into the empty document.
    await tab.page.evaluate(addPolicy, ALL_BUT_DATA)
  },
})
