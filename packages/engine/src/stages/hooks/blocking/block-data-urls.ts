import { runInEveryDocument } from '../../../protocol/run-in-every-document.ts'
import { addPolicy } from '../../../in-page/main-world/add-policy.ts'
import { stage } from '../../../stage.ts'

const ALL_BUT_DATA =
  "default-src * ws: wss: blob: filesystem: mediastream: 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval'"

/** Blocks `data:` addresses by a content security policy, because CDP does not intercept them. */
export const blockDataUrls = stage({
  name: 'block-data-urls',
  phase: 'hooks',
  owns: ['block_data_urls'],
  direct: true,
  async run({ tab }, { block_data_urls }) {
    if (!block_data_urls) return
    await runInEveryDocument(tab.page, addPolicy, ALL_BUT_DATA)
  },
})
