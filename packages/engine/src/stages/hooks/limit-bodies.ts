import type { Request } from 'playwright-core'
import { stage } from '../../stage.ts'
import { WITHOUT_BODIES } from '../../protocol/without-bodies.ts'

/** Nearly all responses end by then, and counting costs CPU. */
const UNCOUNTED_MS = 250

/**
 * Stops loading when a response exceeds the limit after decompression. Responses that end quickly are not counted, and
 * scripts are reported only when complete.
 */
export const limitBodies = stage({
  name: 'limit-bodies',
  phase: 'hooks',
  run({ tab: { page, session }, pageLimits: { bodyBytes }, warnings }) {
    const timers = new Map<Request, NodeJS.Timeout>()
    const received = new Map<string, number>()
    let isCounting = false
    const count = (): void => {
      if (isCounting) return
      isCounting = true
      session.on('Network.dataReceived', ({ requestId, dataLength }) => {
        const before = received.get(requestId) ?? 0
        received.set(requestId, before + dataLength)
        if (before <= bodyBytes && before + dataLength > bodyBytes) breakOff()
      })
      // The calls here and below fail when the page is closing.
      session.send('Network.enable', WITHOUT_BODIES).catch(() => undefined)
    }
    const breakOff = (): void => {
      const warning = `Stopped loading: a response of the page exceeded the limit of ${bodyBytes} bytes.`
      if (!warnings.includes(warning)) warnings.push(warning)
      session.send('Page.stopLoading').catch(() => undefined)
    }
    const forget = (request: Request): void => {
      clearTimeout(timers.get(request))
      timers.delete(request)
    }
    page.on('response', (response) => void timers.set(response.request(), setTimeout(count, UNCOUNTED_MS)))
    page.on('requestfinished', forget)
    page.on('requestfailed', forget)
    page.once('close', () => timers.forEach(clearTimeout))
  },
})
