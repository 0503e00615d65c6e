import { trackPageTraffic } from '../../settling/traffic.ts'
import { stage } from '../../stage.ts'

/** Tracks requests, to know which ones are pending when the page has to settle. */
export const trackTraffic = stage({
  name: 'track-traffic',
  phase: 'hooks',
  borrows: ['skip_final_delay'],
  run(ctx, { skip_final_delay }) {
    if (!skip_final_delay) ctx.traffic = trackPageTraffic(ctx.tab)
  },
})
