import type { CDPSession } from 'playwright-core'
import type { Viewport } from '../geometry.ts'

/** The part that is painted of a viewport of which no picture is taken. The page does not notice. */
const ONE_PIXEL = { x: 0, y: 0, width: 1, height: 1, scale: 1 }

/**
 * Sets the viewport of a page. A capture uses only the ratio that was set in the same CDP session, so `session` must be
 * the one that captures.
 */
export async function setMetrics(
  session: CDPSession,
  { width, height, ratio }: Viewport,
  paintsOnePixel = false,
): Promise<void> {
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    screenWidth: width,
    screenHeight: height,
    deviceScaleFactor: ratio,
    mobile: false,
    ...(paintsOnePixel && { viewport: ONE_PIXEL }),
  })
}
