import { stage } from '../../stage.ts'

/** Reads the bytes that the page's egress tunnel has counted. */
export const measureBandwidth = stage({
  name: 'measure-bandwidth',
  phase: 'close',
  async run(ctx) {
    const { tab, pageLimits, warnings } = ctx
    ctx.bandwidthBytes = await tab.tunnel.bytes()
    if (ctx.bandwidthBytes >= pageLimits.bytes)
      warnings.push(`Stopped loading: the page exceeded the limit of ${pageLimits.bytes} bytes.`)
  },
})
