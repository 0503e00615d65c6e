import { hasRelativeAddresses } from '../../in-page/finding/has-relative-addresses.ts'
import { callAcrossNavigation } from '../../protocol/call-across-navigation.ts'
import { stage } from '../../stage.ts'

/** Warns when files of the caller's markup cannot be loaded, because nothing says what their addresses are relative to. */
export const warnOfRelativeAddresses = stage({
  name: 'warn-of-relative-addresses',
  phase: 'navigate',
  async run(ctx) {
    if (ctx.target.markup === undefined || ctx.address) return
    if (await callAcrossNavigation(ctx, hasRelativeAddresses))
      ctx.warnings.push('Files with relative addresses in "html" were not loaded: set "base_url".')
  },
})
