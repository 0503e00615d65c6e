import type { Request } from 'playwright-core'
import { stage } from '../../stage.ts'

/** Nearly all answers are over by then, and to count what comes has its price. */
const UNCOUNTED_MS = 250

/**
 * An answer that is larger than an answer may be, once it is unpacked, is broken off, and with it all that is still being
 * loaded. What comes at once is not counted, and of scripts we only hear when all of them is there.
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
      // The page may be closing, here and below.
      session
        .send('Network.enable', { maxTotalBufferSize: 0, maxResourceBufferSize: 0 })
        .catch(() => undefined)
    }
    const breakOff = (): void => {
      const warning = `A file of the page has more than ${bodyBytes} bytes: it was not loaded any further.`
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
