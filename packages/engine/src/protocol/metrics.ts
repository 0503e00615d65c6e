import type { CDPSession } from 'playwright-core'
import type { Viewport } from '../geometry.ts'

/**
 * Sets the viewport of a page. A capture uses only the ratio that was set in the same CDP session, so `session` must be
 * the one that captures.
 */
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
