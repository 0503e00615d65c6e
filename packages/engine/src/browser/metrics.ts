import type { CDPSession } from 'playwright-core'
import type { Viewport } from '../work.ts'

/** Lays a page out for a viewport. Captures know only the ratio of the session that they are asked for by: ours. */
export async function setMetrics(session: CDPSession, { width, height, ratio }: Viewport): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: ratio,
    mobile: false,
  })
}
