import { withTimeout } from '@render/async'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { advanceReadings } from '../in-page/main-world/advance-readings.ts'
import { grantIdleTime } from '../in-page/main-world/grant-idle-time.ts'
import { trackWork } from '../in-page/main-world/track-work.ts'
import { silenceConsole } from '../in-page/main-world/silence-console.ts'
import { openRecordedPage } from '../video/open-recorded-page.ts'
import type { OpenedPage } from '../browser/opened-page.ts'
import { BrowserCrashed } from '../failure/browser-crashed.ts'
import { flushEvents } from '../protocol/flush-events.ts'

/** Also under load. Playwright waits for ever for a page whose process was killed while it started. */
const TIMEOUT_MS = 15_000

/** Opens a page in a browser context of its own with all that Playwright offers. */
export async function openByPlaywright(
  browser: Browser,
  options: BrowserContextOptions,
  { isRecorded = false, timeoutMs = TIMEOUT_MS },
): Promise<OpenedPage> {
  const context = await browser.newContext(options)
  try {
    const opening = withTimeout(openIn(context, isRecorded), timeoutMs, () => {
      throw new BrowserCrashed('renderer')
    })
    return { context, ...(await opening) }
  } catch (error) {
    context.close().catch(() => undefined)
    throw error
  }
}

async function openIn(context: BrowserContext, isRecorded: boolean): Promise<Omit<OpenedPage, 'context'>> {
  // Idle callbacks are no work that a page is waited for.
  const scripts = [trackWork, silenceConsole, ...(isRecorded ? [advanceReadings] : [])]
  if (isRecorded) scripts.unshift(grantIdleTime)
  await Promise.all(scripts.map((script) => context.addInitScript(script)))
  const page = await (isRecorded ? openRecordedPage(context) : context.newPage())
  return {
    page,
    async prepare() {
      const session = await context.newCDPSession(page)
      const [{ targetInfo }] = await Promise.all([
        session.send('Target.getTargetInfo'),
        session.send('Page.enable'),
      ])
      return {
        session,
        targetId: targetInfo.targetId,
        async capture(how) {
          const { data } = await session.send('Page.captureScreenshot', how)
          return Buffer.from(data, 'base64')
        },
        async emulateMedia(how) {
          await page.emulateMedia(how)
          // A new process reads the media type of each session, and the last one wins.
          await session.send('Emulation.setEmulatedMedia', { media: how.media })
        },
        awaitEvents: () => flushEvents(session),
      }
    },
  }
}
